import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { asPerson } from "@/lib/people/as-person";
import type { SsoLinkDto } from "@/lib/people/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { mailOwner, noteForOwner } from "@/lib/people/mail-owner";
import type { Device } from "@/lib/people/sessions";
import { type HalfSignedIn, provePassword, type SignedIn } from "@/lib/people/sign-in/sign-in";
import { beginSsoSession, type PendingLink } from "@/lib/people/sign-in/sign-in-by-sso";
import { issuerKey, sayProblem } from "@/lib/people/sign-in/sso-rules";
import { env, type Oidc } from "@/lib/process/env";
import { AppError, hasCode } from "@/lib/text/errors";

/** Your single sign-on login for the account page; null if single sign-on is off. */
export async function linkOf(user: SessionUser): Promise<SsoLinkDto | null> {
  const { oidc } = env;
  if (!oidc) return null;
  const where = { userId_issuer: { userId: user.id, issuer: issuerKey(oidc.issuer) } };
  const identity = await db().identity.findUnique({ where, select: { email: true, createdAt: true } });
  const linked = identity && { email: identity.email, at: identity.createdAt.toISOString() };
  return { name: oidc.name, linked };
}

/** Returns the account of a pending link for its page; null if it can no longer be linked. */
export async function accountToLink(pending: PendingLink): Promise<{ email: string } | null> {
  const where = { id: pending.userId, deactivatedAt: null, passwordHash: { not: null } };
  return db().user.findFirst({ where, select: { email: true } });
}

/**
 * A person who entered the right password and then completed the second step (`takeLinkStep` in
 * lib/people/two-step/second-step.ts).
 */
export type SecondStepTaken = { userId: bigint; passwordHash: string };

/** The proof that an account belongs to the person who wants to link a login. */
type AccountProof = { password: string } | SecondStepTaken;

/**
 * Links a single sign-on login to an account, whose password proves that it's theirs. It replaces the account's
 * previous login there. If the account has a second step, a right password first returns who must complete it,
 * without a session. Returns a new session for someone who isn't signed in yet, otherwise null. Mails the account's
 * owner. Throws `invalid` for a wrong password, `rate_limited` with the same limit as `signIn`, which counts these
 * too, and `conflict` if the login was linked to someone else in the meantime.
 */
export async function linkIdentity(
  oidc: Oidc,
  pending: PendingLink,
  given: AccountProof & { signedIn: SessionUser | null },
  device: Device,
): Promise<SignedIn | HalfSignedIn | null> {
  const { userId } = pending;
  const { signedIn } = given;
  const account = await accountToLink(pending);
  if (!account || (signedIn && signedIn.id !== userId)) throw overtaken(oidc);
  if ("passwordHash" in given) {
    if (given.userId !== userId) throw overtaken(oidc);
    return link(oidc, pending, given.passwordHash, signedIn, device);
  }
  const proven = await provePassword({ email: account.email, password: given.password }, device);
  if (proven?.id !== userId) throw new AppError("invalid", "That password is incorrect. Check it and try again.");
  const { passwordHash, hasSecondStep } = proven;
  return hasSecondStep
    ? { userId, sessionId: null, passwordHash }
    : link(oidc, pending, passwordHash, signedIn, device);
}

async function link(
  oidc: Oidc,
  { userId, subject, email }: PendingLink,
  passwordHash: string,
  signedIn: SessionUser | null,
  device: Device,
): Promise<SignedIn | null> {
  const issuer = issuerKey(oidc.issuer);
  const linked = db().$transaction(async (tx) => {
    const still = { id: userId, passwordHash, deactivatedAt: null };
    const actor = await tx.user.findFirst({ where: still, select: { id: true, name: true } });
    if (!actor) throw overtaken(oidc);
    await tx.identity.deleteMany({ where: { userId, issuer } });
    await tx.identity.create({ data: { userId, issuer, subject, email }, select: { id: true } });
    await noteForOwner(
      tx,
      userId,
      await recordAudit(tx, { actor, action: "identity.linked", network: device.address }),
    );
    return signedIn ? null : { userId, sessionId: await beginSsoSession(tx, userId, device) };
  });
  const made = await linked.catch((error: unknown) => {
    if (hasCode(error, "P2002")) throw new AppError("conflict", sayProblem("taken", oidc.name));
    throw error;
  });
  if (made?.sessionId === null) throw overtaken(oidc);
  const login = email ? `${oidc.name} (${email})` : oidc.name;
  mailOwner(userId, {
    subject: "Single sign-on was linked to your account",
    what: `${login} was linked to your account and can now sign in to it. The request came from ${device.address}.`,
    undo: "unlink it on your account page",
  });
  return made && { userId, sessionId: made.sessionId };
}

/** Unlinks your single sign-on login. Throws `invalid` without a password, because you couldn't sign in anymore. */
export async function unlinkIdentity(user: SessionUser, device: Device): Promise<void> {
  const { oidc } = env;
  if (!oidc) throw new AppError("not_found", "Single sign-on isn't set up here.");
  await asPerson(user, async (tx) => {
    const [row] = await tx.$queryRaw<{ hasPassword: boolean }[]>`
      SELECT password_hash IS NOT NULL AS "hasPassword" FROM users WHERE id = ${user.id} FOR NO KEY UPDATE`;
    if (!row?.hasPassword) {
      throw new AppError("invalid", "Set a password first, or you won't be able to sign in.");
    }
    const where = { userId: user.id, issuer: issuerKey(oidc.issuer) };
    const { count } = await tx.identity.deleteMany({ where });
    if (count === 0) throw new AppError("not_found", "Your account is already unlinked.");
    await recordAudit(tx, { actor: user, action: "identity.unlinked", network: device.address });
  });
}

function overtaken(oidc: Oidc): AppError {
  return new AppError("conflict", sayProblem("unfinished", oidc.name));
}
