import { AppError } from "@/lib/errors";
import type { SessionUser } from "@/lib/users/find-session-user";

declare const proof: unique symbol;

/** Proof that a person may read the audit log. Only `requireAuditReader` makes one. */
export type AuditReader = { readonly [proof]: true; user: SessionUser };

/** Throws `not_found` for everybody but owners and admins, as if there were no log. */
export function requireAuditReader(user: SessionUser): AuditReader {
  if (user.role === "member") throw new AppError("not_found", "There is nothing at this address.");
  return { user } as AuditReader;
}
