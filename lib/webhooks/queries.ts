import type { AccessibleChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { WebhookDto } from "@/lib/webhooks/dto";

export const webhookSelect = {
  id: true,
  channelId: true,
  name: true,
  description: true,
  avatarUrl: true,
  pausedAt: true,
  createdAt: true,
  lastUsedAt: true,
  lastErrorAt: true,
  lastError: true,
  createdBy: { select: { name: true } },
} satisfies Prisma.WebhookSelect;

type Row = Prisma.WebhookGetPayload<{ select: typeof webhookSelect }>;

/** The channel's webhooks, newest first. */
export async function listWebhooks({ channel }: AccessibleChannel): Promise<WebhookDto[]> {
  const where = { channelId: channel.id, deletedAt: null };
  const rows = await db().webhook.findMany({ where, orderBy: { id: "desc" }, select: webhookSelect });
  return rows.map(toWebhookDto);
}

/** Failing: its latest request was refused. */
export function toWebhookDto(row: Row): WebhookDto {
  const failing = row.lastErrorAt !== null && (row.lastUsedAt === null || row.lastErrorAt > row.lastUsedAt);
  return {
    id: `${row.id}`,
    channelId: `${row.channelId}`,
    name: row.name,
    description: row.description,
    avatarUrl: row.avatarUrl,
    state: row.pausedAt ? "paused" : failing ? "failing" : "active",
    creatorName: row.createdBy?.name ?? null,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastErrorAt: row.lastErrorAt?.toISOString() ?? null,
    lastError: row.lastError,
  };
}
