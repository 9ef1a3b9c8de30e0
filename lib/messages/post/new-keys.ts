import type { Transaction } from "@/lib/db/transaction";
import { openIncidents, severityOf } from "@/lib/messages/cards/incidents";
import type { CommittedRow, MessageDraft } from "@/lib/messages/draft";
import type { AlikeDraft } from "@/lib/messages/post/storms";
import type { KeyedDraft } from "@/lib/messages/post/update-by-key";

// A storm's alerts mostly have keys of their own. One by one, each would take a handful of statements.

type NewDraft = KeyedDraft & AlikeDraft;

/**
 * Returns which of these drafts are new messages for certain, because no other draft and no message has their key. The
 * caller holds the locks on the webhooks' rows.
 */
export async function withNewKeys(tx: Transaction, drafts: readonly NewDraft[]): Promise<Set<MessageDraft>> {
  if (drafts.length < 2) return new Set();
  const byKey = new Map<string, NewDraft | null>();
  for (const draft of drafts) byKey.set(nameOf(draft), byKey.has(nameOf(draft)) ? null : draft);
  const once = [...byKey.values()].filter((draft) => draft !== null);
  const known = await tx.$queryRaw<{ webhookId: bigint; updateKey: string }[]>`
    SELECT k.webhook_id AS "webhookId", k.key AS "updateKey"
    FROM unnest(${once.map(({ webhookId }) => webhookId)}::bigint[], ${once.map(({ updateKey }) => updateKey)}::text[]) AS t (id, key)
    JOIN webhooks w ON w.id = t.id
    JOIN webhook_updates k ON k.webhook_id = w.id AND k.channel_id = w.channel_id AND k.key = t.key`;
  const names = new Set(known.map(nameOf));
  return new Set(once.filter((draft) => !names.has(nameOf(draft))));
}

function nameOf({ webhookId, updateKey }: { webhookId: bigint; updateKey: string }): string {
  return `${webhookId} ${updateKey}`;
}

/** Lets the keys of those drafts that are `fresh` refer to their messages, and opens their incidents. Returns all rows. */
export async function rememberNew(
  tx: Transaction,
  drafts: readonly MessageDraft[],
  rows: readonly CommittedRow[],
  fresh: ReadonlySet<MessageDraft>,
): Promise<CommittedRow[]> {
  const posted = rows.flatMap((row) => {
    const { id: messageId, channel_id: channelId, ord } = row;
    const draft = drafts[ord];
    if (!draft || !fresh.has(draft) || !isNew(draft) || messageId === null || channelId === null) return [];
    return [{ row, draft, channelId, messageId }];
  });
  if (posted.length === 0) return [...rows];
  await tx.$executeRaw`
    INSERT INTO webhook_updates (webhook_id, channel_id, key, message_id)
    SELECT * FROM unnest(${posted.map(({ draft }) => draft.webhookId)}::bigint[], ${posted.map(({ channelId }) => channelId)}::bigint[],
      ${posted.map(({ draft }) => draft.updateKey)}::text[], ${posted.map(({ messageId }) => messageId)}::bigint[])
    ON CONFLICT (webhook_id, channel_id, key) DO UPDATE SET message_id = excluded.message_id, created_at = now()`;
  await openIncidents(tx, posted);
  const opened = new Set(posted.filter(({ draft }) => severityOf(draft.embeds) !== null).map(({ row }) => row));
  return rows.map((row) => (opened.has(row) ? { ...row, incidents: true } : row));
}

function isNew(draft: MessageDraft): draft is NewDraft {
  return draft.kind === "webhook" && draft.updateKey != null && draft.likeness != null;
}
