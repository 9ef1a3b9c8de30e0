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
