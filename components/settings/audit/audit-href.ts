import type { ListOrder } from "@/components/ui/lists/table";
import { withParameters } from "@/lib/text/paths";
import { workspacePaths } from "@/lib/text/workspace-paths";

/** The audit log's filters and order, as in its URL. */
export type AuditFilter = ListOrder & {
  kind: string;
  channel: string;
  person: string;
  webhook: string;
  /** The first and last day, such as "2026-11-20". */
  from: string;
  to: string;
};

/** Returns the log's URL with this filter, without its empty parts. */
export function auditHref(filter: Partial<AuditFilter>): string {
  return withParameters(workspacePaths.auditLog, filter);
}

/** Returns the URL that exports all matching entries. */
export function exportHref(filter: Partial<AuditFilter>): string {
  return withParameters(workspacePaths.auditLogPages, filter);
}

/** Returns whether any filter is set. */
export function narrows({ sort: _, order: __, ...filter }: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== "");
}
