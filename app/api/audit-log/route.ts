import { requireAuditReader } from "@/lib/audit/access";
import { exportCsv } from "@/lib/audit/export-csv";
import { auditFilter } from "@/lib/audit/filter";
import { auditQuerySchema } from "@/lib/audit/schema";
import { proveAgain } from "@/lib/people/prove-again";
import { requestTimeZone, route } from "@/lib/web/http";
import { withQuery } from "@/lib/web/input";

/**
 * GET /api/audit-log?kind=&channel=&person=&webhook=&from=&to=&sort=&order=, for owners and admins. Returns all entries that
 * match, as CSV.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withQuery(auditQuerySchema, async ({ user, query }) => {
    const reader = proveAgain(user, requireAuditReader);
    const csv = await exportCsv(reader, auditFilter(query, await requestTimeZone()));
    const today = new Date().toISOString().slice(0, 10);
    return new Response(csv, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="audit-log-${today}.csv"`,
        "Cache-Control": "no-store",
      },
    });
  }),
});
