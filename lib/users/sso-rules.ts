import { db } from "@/lib/db/client";
import { env, type Oidc } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { WorkspaceRole } from "@/lib/users/dto";

/** How a provider is called in the table of identities: with or without a slash at its end, it is the same one. */
export function issuerKey(issuer: string): string {
  return issuer.replace(/\/+$/, "");
}

/** Whether the first sign-in with this address, in lower case, makes an account. Subdomains are domains of their own. */
export function makesAccounts({ allowedDomains }: Oidc, email: string): boolean {
  return allowedDomains.includes(email.slice(email.lastIndexOf("@") + 1));
}

/**
 * Throws `forbidden` for somebody whose password is right and who must come by single sign-on all the same: everybody but owners who
 * is linked, or whose address is of a domain for which it makes accounts. Others may have no login at the provider, so they keep
 * their password until they are linked.
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

/** Throws `conflict` for an address whose accounts single sign-on makes: nobody else can say that it is theirs. */
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
  unverified: (name: string) => `${name} hasn't verified your email address. Verify it there, then try again.`,
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

/** Why single sign-on let somebody not in. */
export type SsoProblem = keyof typeof PROBLEMS;

/** The sentence that says so, and what to do, where the provider is called `name`. */
export function sayProblem(problem: SsoProblem, name: string): string {
  return capital(PROBLEMS[problem](name));
}

/** The same for what stands in a URL, which may be anything: null where that names no problem. */
export function sayProblemOf(text: unknown, name: string): string | null {
  return isSsoProblem(text) ? sayProblem(text, name) : null;
}

function isSsoProblem(text: unknown): text is SsoProblem {
  return typeof text === "string" && Object.hasOwn(PROBLEMS, text);
}

/** A name that isn't written large, as "single sign-on", may begin a sentence. */
function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
