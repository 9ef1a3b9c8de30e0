import { paths, withParameters } from "@/lib/paths";

/** The audit log's filters, as in its URL. */
export type AuditFilter = {
  kind: string;
  channel: string;
  person: string;
  webhook: string;
  /** Days ("2026-11-20"), both included. */
  from: string;
  to: string;
};

/** The log's URL with this filter; what is empty is left out. */
export function auditHref(filter: Partial<AuditFilter>): string {
  return withParameters(paths.auditLog, filter);
}

/** The URL of the file that holds all of the log that this filter leaves. */
export function exportHref(filter: Partial<AuditFilter>): string {
  return withParameters(paths.api.auditLog, filter);
}

/** Returns whether any filter is set. */
export function narrows(filter: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== "");
}
