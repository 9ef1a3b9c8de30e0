import { AppError } from "@/lib/errors";

declare const proof: unique symbol;

/** Proof that a person may read the audit log. Only `requireAuditReader` makes one. */
export type AuditReader = { readonly [proof]: true; user: { id: bigint } };

/** Throws `not_found` for everybody but owners and admins, as if there were no log. */
export function requireAuditReader(user: { id: bigint; role: "owner" | "admin" | "member" }): AuditReader {
  if (user.role === "member") throw new AppError("not_found", "There is nothing at this address.");
  const reader: Pick<AuditReader, "user"> = { user };
  return reader as AuditReader;
}
