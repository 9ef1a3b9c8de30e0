import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { lineOf } from "@/lib/messages/cards/compose-title";
import type { Embed, EmbedField } from "@/lib/messages/dto";
import { parseMarkdown } from "@/lib/messages/markdown/parse";
import { plainText } from "@/lib/messages/markdown/plain-text";
import { AppError } from "@/lib/text/errors";
import { countFitting, PAGE_BYTES } from "@/lib/text/page";
import { cut, oneLine } from "@/lib/text/text";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { FAILURES_SHOWN, keptSince, LOG_LIMITS } from "@/lib/webhooks/deliveries/limits";
import type { DeliveryDto, DeliveryLogDto, DeliveryPayloadDto, WebhookDto } from "@/lib/webhooks/dto";
import { bodyBudget } from "@/lib/webhooks/payload/json-object";
import { toWebhookDto, webhookSelect } from "@/lib/webhooks/queries";
import { readBody } from "@/lib/webhooks/request/read-body";
import { isDescribed, senderName } from "@/lib/webhooks/senders/registry";

/** Returns a webhook of this channel. Throws `not_found` for one that is deleted or in another channel. */
export async function managedWebhook({ user, channel }: ManagedChannel, webhookId: bigint): Promise<WebhookDto> {
  const where = { id: webhookId, channelId: channel.id, deletedAt: null };
  const row = await db().webhook.findFirst({ where, select: webhookSelect });
  if (!row)
    throw new AppError("not_found", "This channel has no webhook with that ID. It may have been deleted or moved.");
  return toWebhookDto(row, user);
}

/**
 * Returns the webhook's latest successes and, up to `shown`, failures in this channel, newest first, as far as they fit
 * an answer. Throws `not_found`.
 */
export async function listDeliveries(
  channel: ManagedChannel,
  webhookId: bigint,
  shown = FAILURES_SHOWN,
): Promise<DeliveryLogDto> {
  await managedWebhook(channel, webhookId);
  const here = { webhookId, channelId: channel.channel.id };
  const failed = { ...here, status: { gte: 400 }, createdAt: { gte: keptSince() } };
  const [successes, failures, count] = await Promise.all([
    latest({ ...here, status: { lt: 400 } }, LOG_LIMITS.successes),
    latest(failed, Math.min(shown, LOG_LIMITS.failures)),
    db().delivery.count({ where: failed }),
  ]);
  const rows = [...successes, ...failures].sort(newestFirst);
  const [withPayload, titles] = await Promise.all([
    db().delivery.findMany({
      where: { id: { in: rows.map(({ id }) => id) }, payload: { not: null } },
      select: { id: true },
    }),
    messageTitles(rows.flatMap(({ message }) => message?.id ?? [])),
  ]);
  const kept = new Set(withPayload.map(({ id }) => id));
  const all = rows.map((row) => toDeliveryDto(row, kept.has(row.id), titles));
  const deliveries = all.slice(0, countFitting(all, MOST_BYTES, true).count);
  const isWhole = deliveries.length === all.length;
  const listed = deliveries.filter(({ status }) => status >= 400).length;
  // Asking for more than fits would list the same again.
  return { deliveries, failures: isWhole ? Math.min(count, LOG_LIMITS.failures) : listed };
}

// The log lists more small rows than other pages.
const MOST_BYTES = 7 * PAGE_BYTES;

const deliverySelect = {
  id: true,
  createdAt: true,
  dialect: true,
  event: true,
  method: true,
  status: true,
  reason: true,
  durationMs: true,
  size: true,
  origin: true,
  sentBy: { select: { name: true } },
  message: { select: { id: true, channelId: true, seq: true, deletedAt: true } },
} satisfies Prisma.DeliverySelect;

function latest(where: Prisma.DeliveryWhereInput, take: number) {
  return db().delivery.findMany({ where, orderBy: { id: "desc" }, take, select: deliverySelect });
}

// By time, because successes and failures are written in separate batches, so ids don't sort.
function newestFirst(a: LoggedDelivery, b: LoggedDelivery): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
}

type LoggedDelivery = Prisma.DeliveryGetPayload<{ select: typeof deliverySelect }>;

function toDeliveryDto(
  { id, createdAt, dialect, message, sentBy, ...row }: LoggedDelivery,
  hasPayload: boolean,
  titles: ReadonlyMap<bigint, string>,
): DeliveryDto {
  const deleted = message !== null && message.deletedAt !== null;
  return {
    ...row,
    id: `${id}`,
    sender: senderName(dialect),
    createdAt: createdAt.toISOString(),
    sentBy: sentBy?.name ?? null,
    message: message && {
      channelId: `${message.channelId}`,
      seq: Number(message.seq),
      deleted,
      title: titles.get(message.id) || null,
    },
    hasPayload: hasPayload && !deleted,
  };
}

/** Returns these messages' titles. Deleted ones have none. */
async function messageTitles(ids: readonly bigint[]): Promise<Map<bigint, string>> {
  if (ids.length === 0) return new Map();
  type Row = { id: bigint; content: string; card: Embed | null; description: string | null; field: EmbedField | null };
  // Only the beginnings: the log lists many messages, and each may be long.
  const rows = await db().$queryRaw<(Row & { file: string | null })[]>`
    SELECT m.id, left(m.content, 300) AS content, card - 'description' - 'fields' AS card,
      left(card->>'description', 300) AS description, card->'fields'->0 AS field,
      (SELECT name FROM attachments a WHERE a.message_id = m.id ORDER BY position LIMIT 1) AS file
    FROM messages m, LATERAL (SELECT m.embeds->0 AS card) AS first
    WHERE m.id = ANY(${[...ids]}) AND m.deleted_at IS NULL`;
  return new Map(
    rows.map(({ id, content, card, description, field, file }) => {
      const embed = card && { ...card, description: description ?? "", fields: field ? [field] : [] };
      return [id, messageTitle(content, embed, file)];
    }),
  );
}

const TITLE_LENGTH = 120;

/**
 * Returns a message's title, on one line: its first card's, or else the beginning of its text, of what else that card
 * says, or the name of its first file.
 */
export function messageTitle(content = "", embed?: Embed | null, file?: string | null): string {
  const field = embed?.fields?.[0];
  const texts = [
    embed && lineOf(embed),
    content,
    embed?.description,
    embed?.author?.name,
    field && `${field.name}: ${field.value}`,
    embed?.buttons?.[0]?.label,
    file,
  ];
  for (const text of texts) {
    const words = oneLine(plainText(parseMarkdown(text ?? "", false) ?? [], () => "@member"));
    if (words !== "") return cut(words, TITLE_LENGTH);
  }
  return "";
}

/**
 * Returns the latest payload that this message's card was made from, or null if it's no longer kept. Throws `not_found`
 * for a message that isn't this webhook's.
 */
export async function payloadOfMessage(
  channel: ManagedChannel,
  webhookId: bigint,
  messageId: bigint,
): Promise<{ deliveryId: string; createdAt: string; seq: number; payload: DeliveryPayloadDto | null }> {
  await managedWebhook(channel, webhookId);
  const here = { webhookId, channelId: channel.channel.id };
  const message = await db().message.findFirst({
    where: { id: messageId, ...here, deletedAt: null },
    select: { seq: true, createdAt: true },
  });
  if (!message) throw new AppError("not_found", "This message was deleted, or another webhook posted it.");
  const row = await db().delivery.findFirst({
    where: { messageId, ...here, payload: { not: null } },
    orderBy: { createdAt: "desc" },
    select: { id: true, createdAt: true, ...payloadSelect },
  });
  return {
    deliveryId: `${row?.id ?? ""}`,
    createdAt: (row ?? message).createdAt.toISOString(),
    seq: Number(message.seq),
    payload: row && toPayloadDto(row, 0),
  };
}

/** Returns a payload as a card's templates see it. Text that can't be read as a payload stays text. */
export function payloadIn({ payload }: { payload: string | null }): object | string {
  try {
    return readBody(payload ?? "", "other", bodyBudget()).payload;
  } catch {
    return payload ?? "";
  }
}

/** Returns whether a card applies to such a request: not to a protocol's, nor to a message in Parley's own format. */
export function takesCard({ dialect, status }: { dialect: string; status: number }): boolean {
  return isDescribed(dialect) || (dialect === "parley" && status >= 400);
}

const payloadSelect = {
  payload: true,
  payloadCut: true,
  dialect: true,
  status: true,
  method: true,
} satisfies Prisma.DeliverySelect;

function toPayloadDto(row: Prisma.DeliveryGetPayload<{ select: typeof payloadSelect }>, files: number) {
  const { payload, payloadCut: cut, method, status } = row;
  // A refused text is one that nothing could read.
  const isRead = status < 400 || typeof payloadIn(row) === "object";
  return { text: payload ?? "", cut, files, fitsCard: !cut && method === "POST" && takesCard(row) && isRead };
}

/** Returns a request's payload. Throws `not_found` if none was kept or the delivery has left the log. */
export async function deliveryPayload(
  channel: ManagedChannel,
  webhookId: bigint,
  deliveryId: bigint,
): Promise<DeliveryPayloadDto> {
  await managedWebhook(channel, webhookId);
  const row = await db().delivery.findFirst({
    where: { id: deliveryId, webhookId, channelId: channel.channel.id },
    select: { ...payloadSelect, message: { select: { deletedAt: true, attachmentCount: true } } },
  });
  if (!row?.payload || row.message?.deletedAt) {
    throw new AppError("not_found", "This delivery's payload is no longer kept.");
  }
  return toPayloadDto(row, row.message?.attachmentCount ?? 0);
}
