import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError, isAppError } from "@/lib/errors";
import { writeLetter } from "@/lib/mail/letter";
import { sendMail } from "@/lib/mail/send-mail";
import { afterwards } from "@/lib/on-shutdown";
import { workspaceName } from "@/lib/users/create-workspace";
import { lockActive, makeResetPath } from "@/lib/users/password-reset";
import { countTry } from "@/lib/users/try-limits";

/**
 * Mails a link to set a new password, if somebody with this address can sign in here. The answer is the same, and as quick, if not: all
 * of it happens afterwards. Throws `rate_limited` after 30 times from an address within an hour; of more than three for an account
 * within an hour nothing comes. Throws `forbidden` where no mails are sent.
 */
export async function askForReset(email: string, address: string): Promise<void> {
  if (!env.mail) throw new AppError("forbidden", "This Parley sends no mail. Ask an owner or admin for a reset link.");
  await countTry("reset-address", address);
  afterwards(() => mailReset(email, address), "a link to reset a password was not mailed");
}

async function mailReset(email: string, address: string): Promise<void> {
  const { baseUrl } = env.mail ?? {};
  const known = await db().user.findUnique({ where: { email }, select: { id: true, deactivatedAt: true } });
  if (baseUrl === undefined || !known || known.deactivatedAt || (await isTooOften(known.id))) return;
  const made = await db().$transaction(async (tx) => {
    const person = await lockActive(tx, known);
    if (!person) return null;
    await recordAudit(tx, { actor: null, action: "account.reset_asked", member: person, network: address });
    return { to: person.email, path: await makeResetPath(tx, person, null) };
  });
  if (!made) return;
  const workspace = (await workspaceName()) ?? "Parley";
  const letter = writeLetter(`Set a new password for ${workspace}`, [
    { text: `Somebody, probably you, asked for a new password for ${made.to} in ${workspace}.` },
    { button: "Choose a new password", url: baseUrl + made.path },
    { text: "The link works once, within the next hour. It signs you out on all devices." },
    { small: "If it wasn't you, there is nothing to do: your password stays as it is." },
  ]);
  await sendMail({ to: made.to, letter });
}

async function isTooOften(userId: bigint): Promise<boolean> {
  try {
    await countTry("reset-account", `${userId}`);
    return false;
  } catch (error) {
    if (isAppError(error)) return true;
    throw error;
  }
}
