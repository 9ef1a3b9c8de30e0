import type { AccessibleChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { shownImage } from "@/lib/images/signed-url";
import type { WebhookDto, WebhookState } from "@/lib/webhooks/dto";
import { schemeNamed } from "@/lib/webhooks/signature-schemes";
import { silentSince } from "@/lib/webhooks/silence";

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
  failing: true,
  expectedEveryHours: true,
  expectedSince: true,
  silentSince: true,
  signingSecret: true,
  signatureScheme: true,
  takesAnyJson: true,
  createdById: true,
  createdBy: { select: { name: true } },
} satisfies Prisma.WebhookSelect;

/** A webhook as `webhookSelect` reads it. */
export type WebhookRow = Prisma.WebhookGetPayload<{ select: typeof webhookSelect }>;

/** The channel's webhooks, newest first. */
export async function listWebhooks({ user, channel }: AccessibleChannel): Promise<WebhookDto[]> {
  const where = { channelId: channel.id, deletedAt: null };
  const rows = await db().webhook.findMany({ where, orderBy: { id: "desc" }, select: webhookSelect });
  return rows.map((row) => toWebhookDto(row, user));
}

type Condition = Pick<
  WebhookRow,
  "pausedAt" | "failing" | "lastUsedAt" | "expectedEveryHours" | "expectedSince" | "silentSince"
>;

/** Failing: of its requests, those answered 403 or 404 aside, the latest failed. */
export function stateOf(row: Condition): WebhookState {
  if (row.pausedAt) return "paused";
  if (row.failing) return "failing";
  return silentSince(row) ? "silent" : "active";
}

/** A webhook as its channel's Webhooks tab shows it to this person. */
export function toWebhookDto(row: WebhookRow, viewer: { id: bigint }): WebhookDto {
  return {
    id: `${row.id}`,
    channelId: `${row.channelId}`,
    name: row.name,
    description: row.description,
    avatarUrl: shownImage(row.avatarUrl, row.id),
    givenAvatarUrl: row.avatarUrl,
    state: stateOf(row),
    creatorName: row.createdBy?.name ?? null,
    mine: row.createdById === viewer.id,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastErrorAt: row.lastErrorAt?.toISOString() ?? null,
    lastError: row.lastError,
    expectedEveryHours: row.expectedEveryHours,
    silentSince: silentSince(row)?.toISOString() ?? null,
    signed: row.signingSecret !== null,
    signatureScheme: schemeNamed(row.signatureScheme) && row.signatureScheme,
    takesAnyJson: row.takesAnyJson,
  };
}
