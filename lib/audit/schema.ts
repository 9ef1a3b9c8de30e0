import { z } from "zod";
import type { AuditChanges } from "@/lib/audit/dto";
import { parseId } from "@/lib/ids";

// A URL that somebody cut or wrote by hand shows the log with what of it makes sense.
const idParameter = z
  .string()
  .transform((text) => parseId(text) ?? undefined)
  .optional()
  .catch(undefined);

/** The audit log's query parameters. It never fails: what makes no sense is left out. */
export const auditQuerySchema = z.object({
  kind: z.enum(["webhooks", "channels", "members"]).optional().catch(undefined),
  channel: idParameter,
  person: idParameter,
  webhook: idParameter,
  before: idParameter,
});

const value = z.union([z.string(), z.boolean(), z.null()]);
const change = z.object({ from: value, to: value }).optional();

const changesSchema = z.object({
  name: change,
  description: change,
  topic: change,
  avatarUrl: change,
  webhookManagers: change,
  webhooksMayMentionEveryone: change,
  channel: change,
  role: change,
}) satisfies z.ZodType<unknown> & { shape: Record<keyof AuditChanges, unknown> };

/** What stands in an entry's `details`; a webhook's move also names the channel that it left. */
export const auditDetailsSchema = changesSchema.extend({
  member: z.object({ id: z.string(), name: z.string() }).optional(),
  fromChannelId: z.string().optional(),
});

export type AuditDetails = z.input<typeof auditDetailsSchema>;
