import type pg from "pg";
import { atOnceOn, postingPool } from "@/lib/db/client";
import type { CommittedRow, WebhookDraft } from "@/lib/messages/draft";
import { webhookRefusal } from "@/lib/messages/insert-parts";
import { noteBusy } from "@/lib/messages/post/busy-webhooks";
import { TAKEN } from "@/lib/messages/post/claims";
import { KeyedBatch, type Place, type Read, type SaidBy, type State } from "@/lib/messages/post/keyed-batch";
import { rememberStorms } from "@/lib/messages/post/known-storms";
import { isAlike } from "@/lib/messages/post/post-storm";
import { isNearStorm, keyOf, knownOf, type StormState, stormOf } from "@/lib/messages/post/storms";
import { daysAgo, KEPT_DAYS } from "@/lib/messages/post/update-by-key";

// Why: docs/decisions/one-statement-posts.md

/** Returns whether only an update key and its likeness decide what a draft changes, and where it goes. */
export function isKeyedOnly(draft: WebhookDraft): boolean {
  const { threadKey, threadRootId, thing, skip, threadOnly, attachments, sentBy } = draft;
  const isElsewhere = threadKey != null || threadRootId != null || thing != null || threadOnly === true;
  return !isElsewhere && skip == null && !attachments?.length && sentBy == null;
}

// What PostgreSQL says if an idempotency key was claimed by a request that isn't posted, which locks nothing.
const UNIQUE_VIOLATION = "23505";

/**
 * Commits drafts of one webhook with as many statements for many drafts as for one: each that changes an earlier message, is
 * gathered by a storm or is a new line. Returns null, and stores nothing, if they aren't all from one webhook.
 */
export async function commitKeyed(drafts: readonly WebhookDraft[], saidBy: SaidBy): Promise<CommittedRow[] | null> {
  const [first] = drafts;
  if (!first || !drafts.every((draft) => isOfSameSender(draft, first))) return null;
  const client = await postingPool().connect();
  let isDone = false;
  try {
    const { rows, storm } = await commitLocked(client, { drafts, first, saidBy });
    isDone = true;
    if (storm) afterCommit(storm);
    return rows;
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, "code") === UNIQUE_VIOLATION) return null;
    throw error;
  } finally {
    // One that failed is closed, which rolls everything back.
    client.release(!isDone);
  }
}

function afterCommit(storm: StormState): void {
  if (isNearStorm(storm)) noteBusy(storm.id);
  rememberStorms([knownOf(storm)].flatMap((known) => known ?? []));
}

function isOfSameSender(one: WebhookDraft, other: WebhookDraft): boolean {
  return (
    one.webhookId === other.webhookId &&
    one.tokenHash.equals(other.tokenHash) &&
    Buffer.from(one.signingSecret ?? []).equals(Buffer.from(other.signingSecret ?? []))
  );
}

type Request = { drafts: readonly WebhookDraft[]; first: WebhookDraft; saidBy: SaidBy };

type Outcome = { rows: CommittedRow[]; storm: StormState | null };

/** Commits drafts in two round trips, unless some depend on others: to lock and read, and to store. */
async function commitLocked(client: pg.PoolClient, { drafts, first, saidBy }: Request): Promise<Outcome> {
  const { webhookId, tokenHash, signingSecret } = first;
  const values = [webhookId, tokenHash, Buffer.from(signingSecret ?? [])];
  const reading = atOnceOn(
    client,
    () =>
      [client.query("BEGIN"), client.query<Place>({ ...LOCK, values }), readState(client, webhookId, drafts)] as const,
  );
  const [, locked, read] = await Promise.all(reading);
  const [place] = locked.rows;
  const refused = place ? place.refused : "unknown_webhook";
  if (!place || !read || refused) {
    await client.query("COMMIT");
    return { rows: drafts.map((_, ord) => ({ ...TAKEN, ord, refused })), storm: null };
  }
  const batch = new KeyedBatch(webhookId, place, read);
  const rows: CommittedRow[] = [];
  for (const [ord, draft] of drafts.entries()) {
    // A statement can't change a message twice, and the lines before a storm have to be there when it begins.
    if (batch.hasChanged(draft) || batch.beginsStorm(draft)) await store(client, batch, rows);
    if (batch.beginsStorm(draft))
      await batch.beginStorm(async (text, values) => (await client.query(text, [...values])).rows);
    rows.push({ ...batch.take(draft, saidBy), ord });
  }
  // If the first fails, PostgreSQL makes a rollback of the second.
  await Promise.all(atOnceOn(client, () => [store(client, batch, rows), client.query("COMMIT")]));
  return { rows, storm: batch.storm };
}

const LOCK = {
  name: "parley_keyed_lock",
  text: `
WITH hook AS MATERIALIZED (
  SELECT w.id, w.channel_id, w.token_hash, w.signing_secret, w.paused_at, w.deleted_at FROM webhooks w WHERE w.id = $1
  FOR NO KEY UPDATE
),
room AS MATERIALIZED (
  SELECT c.id, c.msg_seq, c.rev, c.archived_at FROM channels c WHERE c.id = (SELECT channel_id FROM hook) FOR NO KEY UPDATE
)
SELECT w.id, w.channel_id, r.msg_seq, r.rev, ${webhookRefusal({
    tokenHash: "$2",
    secret: "$3",
    archived: "r.archived_at IS NOT NULL",
  })} AS refused
FROM hook w JOIN room r ON r.id = w.channel_id`,
};

type StateOf = { storm: boolean; claims: boolean };

// A statement of its own, because the one that waits for the locks doesn't see what was committed meanwhile. IS TRUE keeps
// PostgreSQL from reading the whole channel for each key while it believes that there are few messages.
const stateStatement = ({ storm, claims }: StateOf) => {
  const { columns, table } = stormOf(claims ? "$7" : "$5");
  return {
    name: `parley_keyed_state${storm ? "_storm" : ""}${claims ? "_claims" : ""}`,
    text: `
SELECT ARRAY(SELECT parley_id()::text FROM generate_series(1, $3::int)) AS ids,
  (SELECT json_agg(json_build_object('key', k.key, 'formerId', k.message_id::text, 'message', CASE WHEN m.id IS NOT NULL THEN
      json_build_object('id', m.id::text, 'content', m.content, 'embeds', m.embeds, 'inChannel', CASE WHEN m.reply_count > 0 THEN
        ARRAY(SELECT r.id::text FROM messages r WHERE r.thread_root_id = m.id AND r.in_channel IS NOT NULL AND r.deleted_at IS NULL
          ORDER BY r.id) ELSE '{}' END) END))
    FROM webhook_updates k LEFT JOIN messages m ON m.id = k.message_id AND (m.channel_id = k.channel_id) IS TRUE
      AND m.deleted_at IS NULL AND m.event IS NULL AND m.created_at > $4
    WHERE k.webhook_id = w.id AND k.channel_id = w.channel_id AND k.key = ANY($2::text[])) AS known,
  ${
    claims
      ? `(SELECT json_agg(json_build_object('key', i.key, 'signature', encode(i.signature, 'hex'))) FROM idempotency_keys i
    WHERE i.webhook_id = w.id AND (i.key = ANY($5::text[]) OR i.signature = ANY($6::bytea[])))`
      : "NULL"
  } AS taken${storm ? `, ${columns}` : ""}
FROM webhooks w ${storm ? table : ""} WHERE w.id = $1`,
  };
};

/** Returns what is known of the drafts' keys; null if there's no such webhook. */
async function readState(client: pg.PoolClient, id: bigint, drafts: readonly WebhookDraft[]): Promise<Read | null> {
  const causes = [...new Set(drafts.filter(isAlike).map(keyOf))];
  const claims = drafts.flatMap(({ idempotency }) => idempotency ?? []);
  const keys = [...new Set(drafts.flatMap(({ updateKey }) => updateKey ?? []))];
  const values: unknown[] = [id, keys, drafts.length, daysAgo(KEPT_DAYS)];
  const given = [claims.flatMap(({ key }) => key ?? []), claims.flatMap(signatureOf)];
  if (claims.length > 0) values.push(...given);
  if (causes.length > 0) values.push(causes);
  const statement = stateStatement({ storm: causes.length > 0, claims: claims.length > 0 });
  const [state] = (await client.query<State>({ ...statement, values })).rows;
  return state ? { state, causes } : null;
}

function signatureOf({ signature }: { signature?: Uint8Array | null }): Buffer[] {
  return signature ? [Buffer.from(signature)] : [];
}

/** Stores what a batch has decided. Notes in `rows` which incidents that closed. */
async function store(client: pg.PoolClient, batch: KeyedBatch, rows: CommittedRow[]): Promise<void> {
  const written = batch.written();
  if (!written) return;
  const { values, closing, ...statement } = written;
  const { rows: closed } = await client.query<{ message_id: string }>({ ...statement, values });
  for (const { message_id } of closed) {
    const row = rows[closing.get(message_id) ?? -1];
    if (row) row.incidents = true;
  }
}
