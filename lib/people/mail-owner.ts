import { announce, leaveNotice } from "@/lib/audit/leave-notices";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { writeLetter } from "@/lib/network/mail/letter";
import { sendMail } from "@/lib/network/mail/send-mail";
import { workspaceName } from "@/lib/people/create-workspace";
import { env } from "@/lib/process/env";
import { afterwards } from "@/lib/process/on-shutdown";
import { accountPaths } from "@/lib/text/account-paths";

type Change = {
  subject: string;
  /** One or two sentences. */
  what: string;
  /** How to undo it, such as "unlink it on your account page". */
  undo: string;
};

/** Leaves a notice in place of `mailOwner`'s email if no mail server is set. Call it in the action's transaction. */
export async function noteForOwner(tx: Transaction, userId: bigint, auditEntryId: bigint | null): Promise<void> {
  if (!env.mail && auditEntryId !== null) await leaveNotice(tx, userId, auditEntryId);
}

/** Emails someone that a new sign-in method was added to their account, so that it can't happen unnoticed. */
export function mailOwner(userId: bigint, { subject, what, undo }: Change): void {
  const { baseUrl } = env.mail ?? {};
  if (baseUrl === undefined) {
    announce([userId]);
    return;
  }
  afterwards(async () => {
    const { email: to } = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    const workspace = (await workspaceName()) ?? "Parley";
    const letter = writeLetter(`${subject} in ${workspace}`, [
      { text: `${what} Your account is ${to} in ${workspace}.` },
      { button: "Open your account", url: baseUrl + accountPaths.security },
      { small: `If this wasn't you, ${undo}, then change your password. That signs you out on every other device.` },
    ]);
    await sendMail({ to, letter });
  }, "emailing someone about a new sign-in method failed");
}
