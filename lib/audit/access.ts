import { noSuchThing } from "@/lib/text/errors";

declare const proof: unique symbol;

/** Proof that a person may read the audit log. Only `requireAuditReader` makes one. */
export type AuditReader = { readonly [proof]: true; user: { id: bigint } };

/** Throws `not_found` unless the user is an owner or admin, to hide that the log exists. */
export function requireAuditReader(user: { id: bigint; role: "owner" | "admin" | "member" }): AuditReader {
  if (user.role === "member") throw noSuchThing();
  const reader: Pick<AuditReader, "user"> = { user };
  return reader as AuditReader;
}
