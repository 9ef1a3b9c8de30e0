"use server";

import { action } from "@/lib/action";
import { requireAuditReader } from "@/lib/audit/access";
import { auditPage } from "@/lib/audit/queries";
import { auditQuerySchema } from "@/lib/audit/schema";

/** Owners and admins: the entries older than one they have. */
export const loadOlder = action(auditQuerySchema, async ({ user, input }) => {
  const { channel: channelId, person: actorId, webhook: webhookId, kind, before } = input;
  return auditPage(requireAuditReader(user), { channelId, actorId, webhookId, kind, before });
});
