import { db } from "@/lib/db/client";
import type { WorkspaceRole } from "@/lib/people/dto";
import { env, type Oidc } from "@/lib/process/env";
import { AppError } from "@/lib/text/errors";

/** Returns an issuer as the identities table stores it, so that a trailing slash doesn't matter. */
export function issuerKey(issuer: string): string {
  return issuer.replace(/\/+$/, "");
}

/**
 * Returns whether the first sign-in with this address (in lower case) creates an account. Subdomains are separate
 * domains.
 */
export function makesAccounts({ allowedDomains }: Oidc, email: string): boolean {
  return allowedDomains.includes(email.slice(email.lastIndexOf("@") + 1));
}

/**
 * Throws `forbidden` if someone with the right password must still use single sign-on: everyone but owners who has a
 * linked login, or whose address is in a domain for which it creates accounts. Others may have no login at the
 * provider, so they keep using their password until they link one.
 */
export async function refusePassword(user: { id: bigint; email: string; role: WorkspaceRole }): Promise<void> {
  const { oidc } = env;
  if (!oidc || user.role === "owner") return;
  const where = { userId_issuer: { userId: user.id, issuer: issuerKey(oidc.issuer) } };
  const isLinked = (await db().identity.findUnique({ where, select: { id: true } })) !== null;
  if (!isLinked && !makesAccounts(oidc, user.email)) return;
  const once = isLinked ? "" : " It asks for this password once.";
  throw new AppError(
    "forbidden",
    `Your account signs in with ${oidc.name}. Choose "Continue with ${oidc.name}".${once}`,
  );
}

/** Throws `conflict` for an address for which single sign-on creates accounts, because no one else can verify it. */
export function refuseToJoin(email: string): void {
  const { oidc } = env;
  if (!oidc || !makesAccounts(oidc, email)) return;
  throw new AppError(
    "conflict",
    `You don't need an invite with this address. Open the sign-in page and choose "Continue with ${oidc.name}".`,
    { field: "email" },
  );
}

const PROBLEMS = {
  unfinished: (name: string) => `Sign-in timed out or was finished in another browser. Continue with ${name} again.`,
  cancelled: (name: string) => `${name} didn't sign you in. Try again, or ask its administrator.`,
  unreachable: (name: string) => `${name} is temporarily unavailable. Try again in a moment.`,
  misconfigured: (name: string) => `${name} isn't set up correctly. Tell your server's operator.`,
  unverified: (name: string) =>
    `${name} hasn't verified your email address. Verify it there and try again, or ask its administrator.`,
  unsaid: (name: string) =>
    `${name} doesn't say whether your email address is verified. Ask your server's operator to set OIDC_TRUST_EMAIL=1, if they trust the addresses at ${name}.`,
  foreign: (name: string) =>
    `You can't create an account here with ${name} and this email address. Ask a teammate for an invite link.`,
  unknown: () => "You don't have an account here yet. Ask a teammate for an invite link.",
  deactivated: () => "Your account is deactivated. Ask an owner or admin to reactivate it.",
  otherwise: (name: string) =>
    `The account with your email address is linked to another ${name} login. Ask an owner for help.`,
  taken: (name: string) => `That ${name} login is linked to another account here. Sign out of ${name} and try again.`,
  passwordless: (name: string) =>
    `Your account is linked to another ${name} login and has no password. Set a password first, then link this one.`,
  limited: () => "Too many attempts. Try again in a few minutes.",
  unavailable: () => "Sign-in is temporarily unavailable. Try again in a moment.",
} as const satisfies Record<string, (name: string) => string>;

/** Why single sign-on refused someone. */
export type SsoProblem = keyof typeof PROBLEMS;

/** Returns the problem as a sentence with what to do next; `name` is the provider's. */
export function sayProblem(problem: SsoProblem, name: string): string {
  return capital(PROBLEMS[problem](name));
}

/** Like `sayProblem`, for a parameter from a URL; null if it isn't a known problem. */
export function sayProblemOf(text: unknown, name: string): string | null {
  return isSsoProblem(text) ? sayProblem(text, name) : null;
}

function isSsoProblem(text: unknown): text is SsoProblem {
  return typeof text === "string" && Object.hasOwn(PROBLEMS, text);
}

/** Capitalizes the first letter, because a name such as "single sign-on" may start the sentence. */
function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
