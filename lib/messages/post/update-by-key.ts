import { isDeepStrictEqual } from "node:util";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { openIncident, updateIncident } from "@/lib/messages/cards/incidents";
import { canBeOpen, isGood, isMadeOfFacts } from "@/lib/messages/cards/tones";
import { changeMessage, keepVersion } from "@/lib/messages/change-message";
import type { CommittedRow, WebhookDraft } from "@/lib/messages/draft";
import type { Embed } from "@/lib/messages/dto";
import { webhookRefusal } from "@/lib/messages/insert-parts";
import { HOUR_MS, inPortions, type TimedJob } from "@/lib/process/repeat";

/** For this long after it was posted, a message is updated by later posts with its key. */
const KEPT_DAYS = 7;

/** A draft that updates its webhook's earlier message with the same key, if there is one. */
export type KeyedDraft = WebhookDraft & { updateKey: string };

/**
 * Updates the message that the draft's key refers to, or posts the draft with `insert`. The caller holds the locks on
 * the webhook's and the channel's rows, so the second of two drafts with one key finds the first one's message. An
 * update never notifies anyone. A row without `rev` means nothing had to change.
 */
export async function postOrUpdate(
  tx: Transaction,
  draft: KeyedDraft,
  insert: (draft: WebhookDraft) => Promise<CommittedRow>,
): Promise<CommittedRow> {
  const target = draft.bump ? null : await findTarget(tx, draft);
  if (!target || isOver(target, draft)) {
    if (target) await endThread(tx, draft, target);
    const row = await insert(draft);
    if (row.id === null || row.channel_id === null) return row;
    const place = { channelId: row.channel_id, messageId: row.id };
    const formerId = await remember(tx, draft, place.channelId, place.messageId);
    return { ...row, incidents: await openIncident(tx, draft, place, formerId) };
  }
  const { id, channelId } = target;
  const row: CommittedRow = { ord: 0, refused: null, id, channel_id: channelId, seq: null, rev: null };
  if (draft.idempotency && !(await claim(tx, draft, target))) return { ...row, id: null };
  await tx.webhook.update({ where: { id: draft.webhookId }, data: { lastUsedAt: new Date() } });
  let incidents = false;
  const changed = await changeMessage(tx, { id, channelId, webhookId: draft.webhookId }, async (_, message) => {
    const before = (message.embeds ?? []) as Embed[];
    const embeds = draft.keepFields ? withFormerFields(draft, before) : draft.embeds;
    if (message.content === draft.content && isDeepStrictEqual(before, asStored(embeds))) return null;
    await keepVersion(tx, message, message.embeds);
    incidents = await updateIncident(tx, draft, { channelId, messageId: id }, embeds);
    const column = embeds.length > 0 ? (embeds as Prisma.InputJsonValue) : Prisma.DbNull;
    return { content: draft.content, embeds: column, editedAt: new Date(), updateCount: { increment: 1 } };
  });
  if (typeof changed === "string") return row;
  const updated = { ...row, seq: BigInt(changed.msgSeq), rev: BigInt(changed.rev), incidents };
  if (draft.threadKey == null) return updated;
  // The message shows the current state; its thread keeps the history.
  const { id: replyId, rev } = await insert({ ...draft, updateKey: null, idempotency: null });
  return { ...updated, replyId, rev: rev ?? updated.rev };
}

type Target = { id: bigint; channelId: bigint; embeds: Embed[] | null };

/**
 * Whether a tool's matter ended well and another one begins: a second outage within a week is a new message. What is done
 * after that, such as an approved request that is merged, goes on with the first.
 */
function isOver({ embeds }: Target, { embeds: [now] }: KeyedDraft): boolean {
  const tone = now?.card?.state?.tone;
  return isMadeOfFacts(now) && isGood(embeds?.[0]) && (canBeOpen(tone) || tone === "progress");
}

/** Lets the next message with the draft's thread key begin a thread, if the one that is over began the former. */
async function endThread(tx: Transaction, { webhookId, threadKey: key }: KeyedDraft, { id, channelId }: Target) {
  if (key == null) return;
  await tx.webhookThread.deleteMany({ where: { webhookId, channelId, key, rootId: id } });
}

const NOT_REFUSED = Prisma.raw(
  `${webhookRefusal({ tokenHash: "given.token_hash", secret: "given.secret", archived: "c.archived_at IS NOT NULL" })} IS NULL`,
);

// A webhook that can't post finds nothing here; the insert statement then refuses it with the reason.
async function findTarget(tx: Transaction, draft: KeyedDraft): Promise<Target | null> {
  const { webhookId, updateKey, tokenHash, signingSecret } = draft;
  const [target] = await tx.$queryRaw<Target[]>`
    SELECT m.id, m.channel_id AS "channelId", m.embeds FROM webhooks w
    JOIN channels c ON c.id = w.channel_id
    CROSS JOIN (SELECT ${tokenHash}::bytea AS token_hash, ${Buffer.from(signingSecret ?? [])}::bytea AS secret) given
    JOIN webhook_updates k ON k.webhook_id = w.id AND k.channel_id = w.channel_id AND k.key = ${updateKey}
    JOIN messages m ON m.id = k.message_id AND m.channel_id = w.channel_id AND m.deleted_at IS NULL
    WHERE w.id = ${webhookId} AND ${NOT_REFUSED} AND m.created_at > ${daysAgo(KEPT_DAYS)}`;
  return target ?? null;
}

/** Lets the draft's key refer to this message. Returns the one that it referred to before. */
async function remember(
  tx: Transaction,
  { webhookId, updateKey: key }: KeyedDraft,
  channelId: bigint,
  messageId: bigint,
): Promise<bigint | null> {
  const [row] = await tx.$queryRaw<{ former: bigint | null }[]>`
    WITH former AS (
      SELECT message_id FROM webhook_updates WHERE webhook_id = ${webhookId} AND channel_id = ${channelId} AND key = ${key})
    INSERT INTO webhook_updates (webhook_id, channel_id, key, message_id) VALUES (${webhookId}, ${channelId}, ${key}, ${messageId})
    ON CONFLICT (webhook_id, channel_id, key) DO UPDATE SET message_id = excluded.message_id, created_at = now()
    RETURNING (SELECT message_id FROM former) AS former`;
  return row?.former ?? null;
}

/** Claims the request's key and signature. Returns false if it was already claimed. */
async function claim(tx: Transaction, draft: KeyedDraft, { id, channelId }: Target): Promise<boolean> {
  if (!draft.idempotency) return true;
  const { key, signature, bodyHash } = draft.idempotency;
  const claimed = await tx.$executeRaw`
    INSERT INTO idempotency_keys (webhook_id, key, signature, body_hash, message_id, channel_id)
    VALUES (${draft.webhookId}, ${key}, ${signature ? Buffer.from(signature) : null}, ${bodyHash}, ${id}, ${channelId})
    ON CONFLICT DO NOTHING`;
  return claimed > 0;
}

// The most that a card can have.
const MOST_FIELDS = 25;

/**
 * Adds the previous card's fields, whose names it doesn't have itself, to a card that closes a matter or has no fields.
 */
function withFormerFields({ embeds }: KeyedDraft, before: readonly Embed[]): Embed[] {
  return embeds.map((embed, index) => {
    const own = embed.fields ?? [];
    if (own.length > 0 && !isGood(embed)) return embed;
    const names = new Set(own.map(({ name }) => name));
    const kept = (before[index]?.fields ?? []).filter(({ name }) => !names.has(name));
    const fields = [...own, ...kept].slice(0, MOST_FIELDS);
    return fields.length > 0 ? { ...embed, fields } : embed;
  });
}

function asStored(embeds: readonly Embed[]): unknown {
  return JSON.parse(JSON.stringify(embeds));
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 24 * 3_600_000);
}

export const oldUpdateKeysJob: TimedJob = {
  name: "forget-update-keys",
  label: "Delete old update keys",
  every: HOUR_MS,
  work: deleteOldUpdateKeys,
  failure: "couldn't delete old update keys",
};

/** Deletes the update keys of messages that are too old to update, in portions. */
export async function deleteOldUpdateKeys(): Promise<void> {
  await inPortions(
    (atMost) => db().$executeRaw`
      DELETE FROM webhook_updates WHERE (webhook_id, channel_id, key) IN (
        SELECT webhook_id, channel_id, key FROM webhook_updates WHERE created_at < ${daysAgo(KEPT_DAYS)}
        ORDER BY created_at LIMIT ${atMost} FOR UPDATE SKIP LOCKED)`,
  );
}
