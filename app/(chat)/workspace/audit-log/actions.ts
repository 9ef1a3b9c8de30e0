"use server";

import { requireAuditReader } from "@/lib/audit/access";
import { auditFilter } from "@/lib/audit/filter";
import { auditPage } from "@/lib/audit/queries";
import { auditQuerySchema } from "@/lib/audit/schema";
import { readAction } from "@/lib/web/action";
import { requestTimeZone } from "@/lib/web/http";

/** Returns the entries after a given one, for owners and admins. */
export const loadMoreEntries = readAction(auditQuerySchema, async ({ user, input }) => {
  return auditPage(requireAuditReader(user), auditFilter(input, await requestTimeZone()));
});
