import { AppError } from "@/lib/errors";

declare const proof: unique symbol;

/** Proof that a person may read the audit log. Only `requireAuditReader` makes one. */
export type AuditReader = { readonly [proof]: true };

/** Throws `not_found` for everybody but owners and admins, as if there were no log. */
export function requireAuditReader({ role }: { role: "owner" | "admin" | "member" }): AuditReader {
  if (role === "member") throw new AppError("not_found", "There is nothing at this address.");
  return {} as AuditReader;
}
