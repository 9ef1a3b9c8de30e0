import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { env, type Oidc } from "@/lib/env";
import { AppError, hasCode } from "@/lib/errors";
import type { SsoLinkDto } from "@/lib/users/dto";
import type { SessionUser } from "@/lib/users/find-session-user";
import { mailOwner, noteForOwner } from "@/lib/users/mail-owner";
import type { Device } from "@/lib/users/sessions";
import { type HalfSignedIn, provePassword, type SignedIn } from "@/lib/users/sign-in";
import { beginSsoSession, type PendingLink } from "@/lib/users/sign-in-by-sso";
import { issuerKey, sayProblem } from "@/lib/users/sso-rules";

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

/** Whose password was right, and who has taken the second step since (`takeLinkStep` of lib/two-step/second-step.ts). */
export type SecondStepTaken = { userId: bigint; passwordHash: string };

/** The proof that an account belongs to the person who wants to link a login. */
type Shown = { password: string } | SecondStepTaken;

/**
 * Makes a login at the provider an account's, whose password proves that it is theirs; another login of that account there ends. An account
 * that asks for a second step is linked after that only, and the right password answers who must take it. Who isn't signed in yet is, by a
 * new session whose ids are answered; else null. The account's person is mailed. Throws `invalid` for a wrong password, `rate_limited` after
 * as many as at the sign-in, with which they count together, and `conflict` where the login has become somebody else's meanwhile.
 */
export async function linkIdentity(
  oidc: Oidc,
  pending: PendingLink,
  given: Shown & { signedIn: SessionUser | null },
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

/** Unlinks your single sign-on login. Throws `invalid` without a password, because you couldn't sign in any more. */
export async function unlinkIdentity(user: SessionUser, device: Device): Promise<void> {
  const { oidc } = env;
  if (!oidc) throw new AppError("not_found", "Single sign-on isn't set up here.");
  await db().$transaction(async (tx) => {
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
