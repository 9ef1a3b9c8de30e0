import { paths } from "@/lib/paths";

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
  return withFilter(paths.auditLog, filter);
}

/** The URL of the file that holds all of the log that this filter leaves. */
export function exportHref(filter: Partial<AuditFilter>): string {
  return withFilter(paths.api.auditLog, filter);
}

function withFilter(path: string, filter: Partial<AuditFilter>): string {
  const given = Object.entries(filter).filter(([, value]) => value !== "");
  const query = new URLSearchParams(given).toString();
  return query ? `${path}?${query}` : path;
}

/** Whether the filter leaves anything out. */
export function narrows(filter: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== "");
}
