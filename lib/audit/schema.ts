import { z } from "zod";
import { AUDIT_KINDS } from "@/lib/audit/actions";
import type { AuditChanges } from "@/lib/audit/dto";
import { cursorParameter } from "@/lib/text/cursor";
import { idParameter } from "@/lib/text/id-schema";

const dayParameter = z.iso.date().optional().catch(undefined);

/**
 * The audit log's query parameters; `from` and `to` are days, both included. Never fails: invalid parameters are
 * ignored.
 */
export const auditQuerySchema = z.object({
  kind: z.enum(AUDIT_KINDS).optional().catch(undefined),
  channel: idParameter,
  person: idParameter,
  webhook: idParameter,
  from: dayParameter,
  to: dayParameter,
  sort: z.enum(["when", "who", "what", "network"]).catch("when"),
  order: z.enum(["", "reversed"]).catch(""),
  after: cursorParameter,
});

/** The parsed parameters. */
export type AuditQuery = z.output<typeof auditQuerySchema>;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const change = z.object({ from: value, to: value }).optional();

const changesSchema = z.object({
  name: change,
  email: change,
  description: change,
  topic: change,
  avatarUrl: change,
  title: change,
  webhookManagers: change,
  whoPosts: change,
  visibility: change,
  webhooksMayMentionEveryone: change,
  takesAnyJson: change,
  updatesCards: change,
  oneLine: change,
  gathersAll: change,
  channel: change,
  role: change,
  expectedEveryHours: change,
  logo: change,
  whoInvites: change,
  whoCreatesChannels: change,
  previewsLinks: change,
  defaultChannels: change,
  retention: change,
  members: change,
}) satisfies z.ZodType<unknown> & { shape: Record<keyof AuditChanges, unknown> };

/** An entry's `details`, including the actor's reason. */
export const auditDetailsSchema = changesSchema.extend({
  messageId: z.string().optional(),
  messageSeq: z.number().optional(),
  invite: z.object({ maxUses: z.number(), days: z.number() }).optional(),
  reason: z.string().optional(),
  silentHours: z.number().optional(),
  cardVersion: z.number().optional(),
  cardKind: z.string().optional(),
  things: z.string().optional(),
  rule: z.string().optional(),
  group: z.string().optional(),
  emoji: z.string().optional(),
  expired: z.object({ messages: z.number(), files: z.number(), bytes: z.number() }).optional(),
  imported: z.object({ tool: z.string(), messages: z.number(), channels: z.number(), accounts: z.number() }).optional(),
  deleted: z.object({ messages: z.number(), files: z.number(), bytes: z.number(), webhooks: z.number() }).optional(),
});

export type AuditDetails = z.input<typeof auditDetailsSchema>;
