import { paths, withParameters } from "@/lib/paths";

/** What the audit log is narrowed to, as its URL says it. */
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

/** Whether the filter leaves anything out. */
export function narrows(filter: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== "");
}
