import { paths } from "@/lib/paths";

/** What the audit log is narrowed to, as its URL says it. */
export type AuditFilter = { kind: string; channel: string; person: string; webhook: string };

/** The log's URL with this filter; what is empty is left out. */
export function auditHref(filter: Partial<AuditFilter>): string {
  const given = Object.entries(filter).filter(([, value]) => value !== "");
  const query = new URLSearchParams(given).toString();
  return query ? `${paths.auditLog}?${query}` : paths.auditLog;
}

/** Whether the filter leaves anything out. */
export function narrows(filter: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== "");
}
