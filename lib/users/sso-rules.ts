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
  throw new AppError("forbidden", `Your account signs in by ${oidc.name}: choose "Continue with ${oidc.name}".${once}`);
}

/** Throws `conflict` for an address whose accounts single sign-on makes: nobody else can say that it is theirs. */
export function refuseToJoin(email: string): void {
  const { oidc } = env;
  if (!oidc || !makesAccounts(oidc, email)) return;
  throw new AppError(
    "conflict",
    `People with this address need no invite: open the sign-in page and choose "Continue with ${oidc.name}".`,
    { field: "email" },
  );
}

const PROBLEMS = {
  unfinished: (name: string) =>
    `Signing in was not finished in time, or in another browser. Continue with ${name} again.`,
  cancelled: (name: string) => `${name} did not let you in. Try again, or ask whoever runs it.`,
  unreachable: (name: string) => `${name} can't be reached just now. Try again in a moment.`,
  misconfigured: (name: string) => `${name} and Parley don't understand each other. Tell whoever runs this workspace.`,
  unverified: (name: string) =>
    `${name} doesn't say that your email address is verified. Have it verified there, then try again.`,
  foreign: (name: string) =>
    `Your email address is not one for which ${name} makes accounts here. Ask somebody in the workspace for an invite link.`,
  unknown: () => "You have no account here yet. Ask somebody in the workspace for an invite link.",
  deactivated: () => "Your account here is deactivated. Ask an owner or admin of the workspace to reactivate it.",
  otherwise: (name: string) =>
    `The account with your email address belongs to another login at ${name}. Ask an owner of the workspace.`,
  taken: (name: string) =>
    `That login at ${name} belongs to another account here. Sign out of it at ${name} and try again.`,
  passwordless: (name: string) =>
    `Your account is linked to another login at ${name} and has no password. Set a password first, then link this one.`,
  limited: () => "Too many attempts. Try again in some minutes.",
  unavailable: () => "Signing in is not possible just now. Try again in a moment.",
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
