import { recordAudit } from "@/lib/audit/record-audit";
import { recordFailedSignIn } from "@/lib/audit/sign-ins";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { needsSetup } from "@/lib/people/create-workspace";
import { firstMemberships, noteFirstJoins } from "@/lib/people/default-channels";
import type { SessionUser } from "@/lib/people/find-session-user";
import { type Device, openSession } from "@/lib/people/sessions";
import { issuerKey, makesAccounts, type SsoProblem, sayProblem } from "@/lib/people/sign-in/sso-rules";
import type { Oidc } from "@/lib/process/env";
import { hasCode } from "@/lib/text/errors";
import { cleanName } from "@/lib/text/names";
import { firstCodePoints } from "@/lib/text/text";

// Why: docs/decisions/sessions.md

const LONGEST_NAME = 80;

/** A person as the provider describes them. */
export type SsoPerson = {
  subject: string;
  /** In lower case; null if it's unknown or not an address. */
  email: string | null;
  /** Whether the provider has verified the address, or is trusted to have only addresses that are. */
  isVerified: boolean;
  /** Why it isn't known whether the address is verified. */
  doubt?: SsoProblem;
  name: string;
};

/** A login to link to an account once its password is entered. */
export type PendingLink = { userId: bigint; subject: string; email: string | null };

/** The result of a sign-in. `known`: the person is already signed in with their own login. */
export type SsoOutcome =
  | { kind: "session"; userId: bigint; sessionId: bigint }
  | { kind: "password"; pending: PendingLink }
  | { kind: "known" }
  | { kind: "refused"; problem: SsoProblem };

/**
 * Decides what to do with a person whom the provider identified. A linked login opens a session. Otherwise, it's
 * linked to the person who is `signedIn`, or to the account with its verified address, but only after that account's
 * password. Without such an account, one is created if the address is in an allowed domain. Never throws because of
 * the provider's response; refused sign-ins are recorded in the audit log.
 */
export async function signInBySso(
  oidc: Oidc,
  person: SsoPerson,
  signedIn: SessionUser | null,
  device: Device,
): Promise<SsoOutcome> {
  const attempt = () => (signedIn ? whileSignedIn(oidc, person, signedIn) : fromOutside(oidc, person, device));
  const outcome = await attempt().catch((error: unknown) => {
    // Another tab of theirs, or someone joining at this moment, was faster. Now there is an account or login to find.
    if (hasCode(error, "P2002")) return attempt();
    throw error;
  });
  if (outcome.kind !== "refused") return outcome;
  const { problem, account = null } = outcome;
  await recordFailedSignIn(account, device.address, { problem, reason: sayProblem(problem, oidc.name) });
  return { kind: "refused", problem };
}

type Decision = Exclude<SsoOutcome, { kind: "refused" }> | Refusal;
type Refusal = { kind: "refused"; problem: SsoProblem; account?: { id: bigint; name: string } };

async function whileSignedIn(oidc: Oidc, person: SsoPerson, user: SessionUser): Promise<Decision> {
  const { subject, email } = person;
  const identity = await findIdentity(oidc, subject);
  if (identity?.userId === user.id) return { kind: "known" };
  if (identity) return { kind: "refused", problem: "taken", account: user };
  const where = { id: user.id, passwordHash: { not: null } };
  if ((await db().user.count({ where })) === 0) return { kind: "refused", problem: "passwordless", account: user };
  return { kind: "password", pending: { userId: user.id, subject, email } };
}

async function fromOutside(oidc: Oidc, person: SsoPerson, device: Device): Promise<Decision> {
  const identity = await findIdentity(oidc, person.subject);
  if (identity) {
    const sessionId = await db().$transaction((tx) => beginSsoSession(tx, identity.userId, device));
    if (sessionId === null) return { kind: "refused", problem: "deactivated", account: identity.user };
    return { kind: "session", userId: identity.userId, sessionId };
  }
  const { email, isVerified, doubt = "unverified", subject } = person;
  if (email === null || !isVerified) return { kind: "refused", problem: doubt };
  const select = { id: true, name: true, passwordHash: true, deactivatedAt: true } as const;
  const account = await db().user.findUnique({ where: { email }, select });
  if (!account) return makeAccount(oidc, { ...person, email }, device);
  const { id: userId, name } = account;
  if (account.deactivatedAt) return { kind: "refused", problem: "deactivated", account: { id: userId, name } };
  // The account has another login. Having the same address now doesn't prove that it's the same person.
  if (account.passwordHash === null) return { kind: "refused", problem: "otherwise", account: { id: userId, name } };
  return { kind: "password", pending: { userId, subject, email } };
}

function findIdentity(oidc: Oidc, subject: string) {
  const where = { issuer_subject: { issuer: issuerKey(oidc.issuer), subject } };
  const select = { userId: true, user: { select: { id: true, name: true } } } as const;
  return db().identity.findUnique({ where, select });
}

async function makeAccount(oidc: Oidc, person: SsoPerson & { email: string }, device: Device): Promise<Decision> {
  if (oidc.allowedDomains.length === 0 || (await needsSetup())) return { kind: "refused", problem: "unknown" };
  const { email, subject } = person;
  if (!makesAccounts(oidc, email)) return { kind: "refused", problem: "foreign" };
  const made = await db().$transaction(async (tx) => {
    const identities = { create: { issuer: issuerKey(oidc.issuer), subject, email } };
    const data = { name: nameFor(person), email, identities, memberships: await firstMemberships(tx) };
    const actor = await tx.user.create({ data, select: { id: true, name: true } });
    await noteFirstJoins(tx, actor.id);
    await recordAudit(tx, { actor, action: "account.created_by_sso", network: device.address });
    return { userId: actor.id, sessionId: await beginSsoSession(tx, actor.id, device) };
  });
  publish({ kind: "channels" });
  const { userId, sessionId } = made;
  return sessionId === null ? { kind: "refused", problem: "unavailable" } : { kind: "session", userId, sessionId };
}

/** Fits a name to the rules for names, because no one can be asked to correct it here. */
function nameFor({ name, email }: { name: string; email: string }): string {
  return firstCodePoints(cleanName(name), LONGEST_NAME).trim() || email.slice(0, email.lastIndexOf("@"));
}

/** Opens a session for someone who used their login at the provider. Returns null if they have been deactivated. */
export async function beginSsoSession(tx: Transaction, userId: bigint, device: Device): Promise<bigint | null> {
  const [actor] = await tx.$queryRaw<{ id: bigint; name: string }[]>`
    SELECT id, name FROM users WHERE id = ${userId} AND deactivated_at IS NULL FOR SHARE`;
  if (!actor) return null;
  await recordAudit(tx, { actor, action: "session.started_by_sso", network: device.address });
  return openSession(tx, userId, device);
}
