import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { env, type Oidc } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { hasCode } from "@/lib/has-code";
import type { SsoLinkDto } from "@/lib/users/dto";
import type { SessionUser } from "@/lib/users/find-session-user";
import type { Device } from "@/lib/users/sessions";
import { provePassword } from "@/lib/users/sign-in";
import { beginSsoSession, type PendingLink } from "@/lib/users/sign-in-by-sso";
import { sayProblem } from "@/lib/users/sso-problems";
import { issuerKey } from "@/lib/users/sso-rules";

/** One's login at the provider as the account page shows it; null while single sign-on is off. */
export async function linkOf(user: SessionUser): Promise<SsoLinkDto | null> {
  const { oidc } = env;
  if (!oidc) return null;
  const where = { userId_issuer: { userId: user.id, issuer: issuerKey(oidc.issuer) } };
  const identity = await db().identity.findUnique({ where, select: { email: true, createdAt: true } });
  const linked = identity && { email: identity.email, at: identity.createdAt.toISOString() };
  return { name: oidc.name, linked };
}

/** The account that a pending link is for, as its page names it; null when nobody can be linked to it any more. */
export async function accountToLink(pending: PendingLink): Promise<{ email: string } | null> {
  const where = { id: pending.userId, deactivatedAt: null, passwordHash: { not: null } };
  return db().user.findFirst({ where, select: { email: true } });
}

/**
 * Makes a login at the provider an account's, whose password proves that it is theirs; another login of that account there ends. Who
 * isn't signed in yet is, by a new session whose ids are answered; else null. Throws `invalid` for a wrong password, `rate_limited` after as
 * many as at the sign-in, with which they count together, and `conflict` where the login has become somebody else's meanwhile.
 */
export async function linkIdentity(
  oidc: Oidc,
  { userId, subject, email }: PendingLink,
  given: { password: string; signedIn: SessionUser | null },
  device: Device,
): Promise<{ userId: bigint; sessionId: bigint } | null> {
  const account = await accountToLink({ userId, subject, email });
  if (!account || (given.signedIn && given.signedIn.id !== userId)) throw overtaken(oidc);
  const actor = await provePassword({ email: account.email, password: given.password }, device);
  if (!actor || actor.id !== userId) {
    throw new AppError("invalid", "That password is not right. Check it and try again.");
  }
  const issuer = issuerKey(oidc.issuer);
  const linked = db().$transaction(async (tx) => {
    const still = { id: userId, passwordHash: actor.passwordHash, deactivatedAt: null };
    if ((await tx.user.count({ where: still })) === 0) throw overtaken(oidc);
    await tx.identity.deleteMany({ where: { userId, issuer } });
    await tx.identity.create({ data: { userId, issuer, subject, email }, select: { id: true } });
    await recordAudit(tx, { actor, action: "identity.linked", network: device.address });
    return given.signedIn ? null : { userId, sessionId: await beginSsoSession(tx, userId, device) };
  });
  const made = await linked.catch((error: unknown) => {
    if (hasCode(error, "P2002")) throw new AppError("conflict", sayProblem("taken", oidc.name));
    throw error;
  });
  if (made === null) return null;
  if (made.sessionId === null) throw overtaken(oidc);
  return { userId, sessionId: made.sessionId };
}

/** Takes one's login at the provider from one's account. Throws `invalid` for who has no password: nothing would let them in any more. */
export async function unlinkIdentity(user: SessionUser, device: Device): Promise<void> {
  const { oidc } = env;
  if (!oidc) throw new AppError("not_found", "Single sign-on is off here.");
  await db().$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ hasPassword: boolean }[]>`
      SELECT password_hash IS NOT NULL AS "hasPassword" FROM users WHERE id = ${user.id} FOR NO KEY UPDATE`;
    if (!row?.hasPassword) {
      throw new AppError("invalid", "Set a password first: without one, nothing else would let you in.");
    }
    const where = { userId: user.id, issuer: issuerKey(oidc.issuer) };
    const { count } = await tx.identity.deleteMany({ where });
    if (count === 0) throw new AppError("not_found", "Your account is not linked any more.");
    await recordAudit(tx, { actor: user, action: "identity.unlinked", network: device.address });
  });
}

function overtaken(oidc: Oidc): AppError {
  return new AppError("conflict", sayProblem("unfinished", oidc.name));
}
