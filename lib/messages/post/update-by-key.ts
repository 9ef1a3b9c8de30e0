import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { openIncident } from "@/lib/messages/cards/incidents";
import { canBeOpen, isGood, isMadeOfFacts } from "@/lib/messages/cards/tones";
import type { CommittedRow, WebhookDraft } from "@/lib/messages/draft";
import type { Embed } from "@/lib/messages/dto";
import { changeCard } from "@/lib/messages/post/change-card";
import { claim, skip, TAKEN } from "@/lib/messages/post/claims";
import { silentIfAlone } from "@/lib/messages/post/thread-only";
import { presented, REFUSED } from "@/lib/messages/refused";
import { HOUR_MS, inPortions, type TimedJob } from "@/lib/process/repeat";

/** For this long after it was posted, a message is updated by later posts with its key. */
export const KEPT_DAYS = 7;

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
  const { refused, target } = await findTarget(tx, draft);
  if (refused) return { ...TAKEN, refused };
  const former = draft.bump ? null : target;
  if (!former || isOver(former, draft)) {
    if (draft.skip != null) return skip(tx, draft, draft.skip);
    if (former) await endThread(tx, draft, former);
    const row = await insert(await silentIfAlone(tx, draft));
    if (row.id === null || row.channel_id === null) return row;
    const place = { channelId: row.channel_id, messageId: row.id };
    const formerId = await remember(tx, draft, place.channelId, place.messageId);
    return { ...row, incidents: await openIncident(tx, draft, place, formerId) };
  }
  const { id, channelId } = former;
  const row: CommittedRow = { ord: 0, refused: null, id, channel_id: channelId, seq: null, rev: null };
  if (!(await claim(tx, draft, former))) return TAKEN;
  await tx.webhook.update({ where: { id: draft.webhookId }, data: { lastUsedAt: new Date() } });
  const changed = await changeCard(tx, draft, former, (_, before) => ({
    content: draft.content,
    embeds: draft.keepFields ? withFormerFields(draft, before) : draft.embeds,
  }));
  if (!changed) return row;
  const updated = { ...row, ...changed };
  if (draft.threadKey == null || draft.skip != null) return updated;
  // The message shows the current state; its thread keeps the history.
  const { id: replyId, rev } = await insert({ ...draft, updateKey: null, idempotency: null });
  return { ...updated, replyId, rev: rev ?? updated.rev };
}

type Target = { id: bigint; channelId: bigint; rootId: bigint | null; embeds: Embed[] | null };

/**
 * Whether a tool's matter ended well and another one begins: a second outage within a week is a new message. What is done
 * after that, such as an approved request that is merged, goes on with the first.
 */
export function isOver({ embeds }: Pick<Target, "embeds">, { embeds: [now] }: WebhookDraft): boolean {
  const tone = now?.card?.state?.tone;
  return isMadeOfFacts(now) && isGood(embeds?.[0]) && (canBeOpen(tone) || tone === "progress");
}

/**
 * Lets the next message with the draft's thread key begin a thread, if the one that is over began the former, or was gathered
 * in a thread by a storm.
 */
async function endThread(
  tx: Transaction,
  { webhookId, threadKey: key }: KeyedDraft,
  { id, channelId, rootId }: Target,
) {
  if (key == null) return;
  const byStorm = rootId === null ? [] : [{ root: { id: rootId, gathered: { not: null } } }];
  await tx.webhookThread.deleteMany({ where: { webhookId, channelId, key, OR: [{ rootId: id }, ...byStorm] } });
}

type Found = { refused: CommittedRow["refused"]; target: Target | null };

async function findTarget(tx: Transaction, draft: KeyedDraft): Promise<Found> {
  const { webhookId, updateKey } = draft;
  const [row] = await tx.$queryRaw<
    {
      refused: Found["refused"];
      id: bigint | null;
      channelId: bigint;
      rootId: bigint | null;
      embeds: Embed[];
    }[]
  >`
    SELECT ${REFUSED} AS refused, m.id, w.channel_id AS "channelId", m.thread_root_id AS "rootId", m.embeds FROM webhooks w
    JOIN channels c ON c.id = w.channel_id
    CROSS JOIN ${presented(draft)}
    LEFT JOIN (webhook_updates k JOIN messages m ON m.id = k.message_id AND m.channel_id = k.channel_id
      AND m.deleted_at IS NULL AND m.created_at > ${daysAgo(KEPT_DAYS)}
    ) ON k.webhook_id = w.id AND k.channel_id = w.channel_id AND k.key = ${updateKey}
    WHERE w.id = ${webhookId}`;
  if (!row) return { refused: "unknown_webhook", target: null };
  const { refused, id, channelId, rootId, embeds } = row;
  return { refused, target: id === null ? null : { id, channelId, rootId, embeds } };
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

// The most that a card can have.
const MOST_FIELDS = 25;

/**
 * Adds the previous card's fields, whose names it doesn't have itself, to a card that closes a matter or has no fields.
 */
export function withFormerFields({ embeds }: WebhookDraft, before: readonly Embed[]): Embed[] {
  return embeds.map((embed, index) => {
    const own = embed.fields ?? [];
    if (own.length > 0 && !isGood(embed)) return embed;
    const names = new Set(own.map(({ name }) => name));
    const kept = (before[index]?.fields ?? []).filter(({ name }) => !names.has(name));
    const fields = [...own, ...kept].slice(0, MOST_FIELDS);
    return fields.length > 0 ? { ...embed, fields } : embed;
  });
}

export function daysAgo(days: number): Date {
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
