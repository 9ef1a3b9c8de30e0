import { createHash, randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { writeLetter } from "@/lib/network/mail/letter";
import { sendMail } from "@/lib/network/mail/send-mail";
import { onPerson } from "@/lib/people/as-person";
import { refuseCommonPassword } from "@/lib/people/common-passwords";
import { workspaceName } from "@/lib/people/create-workspace";
import type { ResetOfferDto, WorkspaceRole } from "@/lib/people/dto";
import { keepPasskeys, ownPasskeys } from "@/lib/people/factors";
import type { SessionUser } from "@/lib/people/find-session-user";
import { normalizeEmail } from "@/lib/people/schema";
import { endAllSessions } from "@/lib/people/sessions";
import { countTry, forgetTries, uncountTry } from "@/lib/people/try-limits";
import { env } from "@/lib/process/env";
import { afterwards } from "@/lib/process/on-shutdown";
import { AppError, isAppError } from "@/lib/text/errors";
import { signInPaths } from "@/lib/text/sign-in-paths";

const HOUR_MS = 3_600_000;

/**
 * The roles whose passwords each role can reset. If admins could reset other admins, they would gain more than they
 * may change.
 */
const MAY_RESET: Record<WorkspaceRole, readonly WorkspaceRole[]> = {
  owner: ["owner", "admin", "member"],
  admin: ["member"],
  member: [],
};

type Person = { id: bigint; name: string };

/**
 * Creates a link to choose a new password, which works once, for an hour, and replaces earlier ones. Call it in the
 * transaction that locked the person's row. Returns the link's path.
 */
async function makeResetPath(tx: Transaction, person: Person, madeBy: Person | null): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const data = {
    tokenHash: hashOf(token),
    madeById: madeBy?.id ?? null,
    expiresAt: new Date(Date.now() + HOUR_MS),
    createdAt: new Date(),
  };
  await tx.passwordReset.upsert({
    where: { userId: person.id },
    create: { userId: person.id, ...data },
    update: data,
    select: { userId: true },
  });
  return signInPaths.resetPassword(token);
}

/** Locks an active person's row until the transaction ends. Returns null if there is none. */
export async function lockActive(
  tx: Transaction,
  who: { id: bigint } | { email: string },
): Promise<(Person & { email: string; role: WorkspaceRole }) | null> {
  const where = "id" in who ? Prisma.sql`id = ${who.id}` : Prisma.sql`email = ${normalizeEmail(who.email)}`;
  const [person] = await tx.$queryRaw<(Person & { email: string; role: WorkspaceRole })[]>`
    SELECT id, name, email, role::text AS role FROM users WHERE ${where} AND deactivated_at IS NULL FOR NO KEY UPDATE`;
  return person ?? null;
}

/**
 * Creates a reset link to hand over: owners for everyone, admins for members. Throws `forbidden` for members and for
 * yourself, because a stolen session must not be enough to set a password; `not_found` for people who are deactivated
 * or whom the actor can't reset.
 */
export async function makeResetLink(actor: SessionUser, userId: bigint, baseUrl: string): Promise<string> {
  return onPerson(actor, userId, async (tx, { role }) => {
    if (role === "member") throw new AppError("forbidden", "Only owners and admins can create reset links.");
    if (actor.id === userId) throw new AppError("forbidden", "Change your own password on your account page.");
    const person = await lockActive(tx, { id: userId });
    if (!person || !MAY_RESET[role].includes(person.role)) {
      throw new AppError("not_found", "You can't create a reset link for this person.");
    }
    await recordAudit(tx, { actor, action: "account.reset_link_made", member: person });
    return baseUrl + (await makeResetPath(tx, person, actor));
  });
}

/** Like `makeResetLink`, from the command line. Throws `not_found` if no active account has this email address. */
export async function printResetLink(email: string, baseUrl: string): Promise<string> {
  return db().$transaction(async (tx) => {
    const person = await lockActive(tx, { email });
    if (!person) throw new AppError("not_found", "No active account has this email address. Check the address.");
    await recordAudit(tx, { actor: null, action: "account.reset_link_printed", member: person });
    return baseUrl + (await makeResetPath(tx, person, null));
  });
}

/**
 * Returns the account of a reset link; null if the link was used or replaced, has expired or never existed. Throws
 * `rate_limited` after 30 attempts from an address within an hour.
 */
export async function openReset(token: string, address: string): Promise<ResetOfferDto | null> {
  await countTry("reset-address", address);
  const person = await findReset(token);
  if (!person) return null;
  await uncountTry("reset-address", address);
  const [passkeys, apps] = await Promise.all([
    ownPasskeys(person.id),
    db().authenticatorApp.count({ where: { userId: person.id } }),
  ]);
  return { email: person.email, passkeys, hasApp: apps > 0 };
}

/**
 * Sets a new password with a link, which ends the link, removes all passkeys but those of `keepPasskeys`, and signs
 * the person out everywhere. Accounts with a second step keep it: recovery codes stay, even without a passkey. Throws
 * `not_found` for a link that `openReset` wouldn't accept, even if it's used twice at once; `invalid` if the password
 * is too common; `rate_limited` as `openReset` does.
 */
export async function resetPassword(
  { token, password, keepPasskeys: keep }: { token: string; password: string; keepPasskeys: readonly string[] },
  address: string,
): Promise<void> {
  await countTry("reset-address", address);
  const person = await findReset(token);
  if (!person) throw ended();
  await uncountTry("reset-address", address);
  await refuseCommonPassword(password, "password");
  const passwordHash = await hash(password);
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM users WHERE id = ${person.id} FOR NO KEY UPDATE`;
    // The link may have been used, replaced or ended while the password was hashed.
    if (!(await findReset(token, tx))) throw ended();
    await tx.passwordReset.delete({ where: { userId: person.id }, select: { userId: true } });
    const data = { passwordHash, signedOutAt: new Date() };
    await tx.user.update({ where: { id: person.id }, data, select: { id: true } });
    await endAllSessions(tx, person.id);
    await recordAudit(tx, { actor: person, action: "account.password_reset", network: address });
    await keepPasskeys(tx, person, keep, address);
  });
  publish({ kind: "user", userId: person.id });
  // People try some passwords before they reset theirs.
  await forgetTries("login-account", `${person.email} ${address}`);
}

/** Returns the person this link is for; null if its creator couldn't create it anymore. */
async function findReset(
  token: string,
  client: Pick<Transaction, "$queryRaw"> = db(),
): Promise<(Person & { email: string }) | null> {
  const [person] = await client.$queryRaw<
    (Person & { email: string; role: WorkspaceRole; maker: WorkspaceRole | null })[]
  >`
    SELECT u.id, u.name, u.email, u.role::text AS role, m.role::text AS maker
    FROM password_resets r JOIN users u ON u.id = r.user_id LEFT JOIN users m ON m.id = r.made_by_id
    WHERE r.token_hash = ${hashOf(token)} AND r.expires_at > ${new Date()} AND u.deactivated_at IS NULL AND m.deactivated_at IS NULL`;
  if (!person) return null;
  const { role, maker, ...rest } = person;
  return maker === null || MAY_RESET[maker].includes(role) ? rest : null;
}

function ended(): AppError {
  return new AppError("not_found", "This link no longer works. Ask for a new one.");
}

function hashOf(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}

/**
 * Mails a reset link, if an account with this address can sign in here. Returns just as fast if not, because
 * everything happens afterwards. Throws `rate_limited` after 30 requests from an address within an hour, and
 * `forbidden` if no mail server is set. After three per account within an hour, nothing is sent.
 */
export async function askForReset(email: string, address: string): Promise<void> {
  if (!env.mail) throw new AppError("forbidden", "Email isn't set up here. Ask an owner or admin for a reset link.");
  await countTry("reset-address", address);
  afterwards(() => mailReset(email, address), "emailing a password reset link failed");
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
  const letter = writeLetter(`Reset your password for ${workspace}`, [
    { text: `Someone, probably you, asked to reset the password for ${made.to} in ${workspace}.` },
    { button: "Choose a new password", url: baseUrl + made.path },
    { text: "The link works once and expires in an hour. Resetting your password signs you out on all devices." },
    { small: "If this wasn't you, ignore this email. Your password won't change." },
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
