import type { AuditReader } from "@/lib/audit/access";
import { AUDIT_ACTIONS, type AuditAction } from "@/lib/audit/actions";
import type { AuditChoicesDto, AuditEntryDto, AuditPageDto } from "@/lib/audit/dto";
import { auditDetailsSchema } from "@/lib/audit/schema";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const PAGE = 50;

type AuditFilter = {
  before?: bigint | undefined;
  channelId?: bigint | undefined;
  webhookId?: bigint | undefined;
  actorId?: bigint | undefined;
  kind?: keyof typeof AUDIT_ACTIONS | undefined;
};

/** Fifty entries, newest first, older than the entry `before`. A webhook's move belongs to both of its channels. */
export async function auditPage(_: AuditReader, filter: AuditFilter): Promise<AuditPageDto> {
  const rows = await db().auditEntry.findMany({
    where: whereOf(filter),
    orderBy: { id: "desc" },
    take: PAGE + 1,
    select: entrySelect,
  });
  const entries = rows.slice(0, PAGE).map(toEntryDto);
  return { entries, older: rows.length > PAGE ? (entries.at(-1)?.id ?? null) : null };
}

/** The channels and people that the log speaks of, by name. */
export async function auditChoices(_: AuditReader): Promise<AuditChoicesDto> {
  type Choice = { id: bigint; name: string };
  const [channels, people] = await Promise.all([
    db().$queryRaw<Choice[]>`
      SELECT c.id, c.name FROM channels c
      WHERE c.kind <> 'direct' AND EXISTS (SELECT FROM audit_entries a WHERE a.channel_id = c.id)
      ORDER BY lower(c.name), c.id`,
    db().$queryRaw<Choice[]>`
      SELECT u.id, u.name FROM users u WHERE EXISTS (SELECT FROM audit_entries a WHERE a.actor_id = u.id)
      ORDER BY lower(u.name), u.id`,
  ]);
  const toDto = ({ id, name }: Choice) => ({ id: `${id}`, name });
  return { channels: channels.map(toDto), people: people.map(toDto) };
}

const entrySelect = {
  id: true,
  actorId: true,
  actorName: true,
  actor: { select: { avatarUrl: true } },
  action: true,
  channelName: true,
  webhookName: true,
  details: true,
  createdAt: true,
} satisfies Prisma.AuditEntrySelect;

function whereOf({ before, channelId, webhookId, actorId, kind }: AuditFilter): Prisma.AuditEntryWhereInput {
  const left = { action: "webhook.moved", details: { path: ["fromChannelId"], equals: `${channelId}` } };
  return {
    action: { in: kind ? [...AUDIT_ACTIONS[kind]] : Object.values(AUDIT_ACTIONS).flat() },
    ...(before !== undefined && { id: { lt: before } }),
    ...(channelId !== undefined && { OR: [{ channelId }, left] }),
    ...(webhookId !== undefined && { webhookId }),
    ...(actorId !== undefined && { actorId }),
  };
}

function toEntryDto(row: Prisma.AuditEntryGetPayload<{ select: typeof entrySelect }>): AuditEntryDto {
  const { member, fromChannelId: _, ...changes } = auditDetailsSchema.catch({}).parse(row.details);
  return {
    id: `${row.id}`,
    // Only actions of the set are asked for.
    action: row.action as AuditAction,
    actorId: row.actorId === null ? null : `${row.actorId}`,
    actorName: row.actorName,
    actorAvatarUrl: row.actor?.avatarUrl ?? null,
    channelName: row.channelName,
    webhookName: row.webhookName,
    memberName: member?.name ?? null,
    changes: changes as AuditEntryDto["changes"],
    createdAt: row.createdAt.toISOString(),
  };
}
