import { z } from "zod";
import { AUDIT_KINDS } from "@/lib/audit/actions";
import type { AuditChanges } from "@/lib/audit/dto";
import { parseId } from "@/lib/ids";

// A URL that somebody cut or wrote by hand shows the log with what of it makes sense.
const idParameter = z
  .string()
  .transform((text) => parseId(text) ?? undefined)
  .optional()
  .catch(undefined);

const dayParameter = z.iso.date().optional().catch(undefined);

/** The audit log's query parameters; `from` and `to` are days, both included. It never fails: what makes no sense is left out. */
export const auditQuerySchema = z.object({
  kind: z.enum(AUDIT_KINDS).optional().catch(undefined),
  channel: idParameter,
  person: idParameter,
  webhook: idParameter,
  from: dayParameter,
  to: dayParameter,
  before: idParameter,
});

/** The parameters as they are understood. */
export type AuditQuery = z.output<typeof auditQuerySchema>;

const value = z.union([z.string(), z.boolean(), z.null()]);
const change = z.object({ from: value, to: value }).optional();

const changesSchema = z.object({
  name: change,
  email: change,
  description: change,
  topic: change,
  avatarUrl: change,
  webhookManagers: change,
  webhooksMayMentionEveryone: change,
  channel: change,
  role: change,
}) satisfies z.ZodType<unknown> & { shape: Record<keyof AuditChanges, unknown> };

/** What stands in an entry's `details`; who did something may have said why. */
export const auditDetailsSchema = changesSchema.extend({
  messageId: z.string().optional(),
  invite: z.object({ maxUses: z.number(), days: z.number() }).optional(),
  reason: z.string().optional(),
});

export type AuditDetails = z.input<typeof auditDetailsSchema>;
