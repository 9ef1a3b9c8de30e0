import { hash } from "node:crypto";
import type { Transaction } from "@/lib/db/transaction";
import { isOver, likenessOf } from "@/lib/messages/cards/likeness";
import type { WebhookDraft } from "@/lib/messages/draft";
import { isClaimed } from "@/lib/messages/post/claims";
import { storedEmbeds } from "@/lib/messages/stored-embeds";

// Why: docs/decisions/storms.md

/** A draft that a storm may gather. */
export type AlikeDraft = WebhookDraft & { likeness: string };

/** A storm begins with the next line after this many within a minute. */
const CALM_LINES = 20;

// From here on, other processes have to look, too.
const NEAR_STORM = CALM_LINES / 2;

// Replies are among a webhook's latest messages, so that more of them are read than lines are counted.
const LOOKED_AT = 5 * CALM_LINES;

/** The message in whose thread others gather. It has no id until it's posted. */
export type Root = { id: bigint | null };

/** Where a draft goes: it's a line, below which others may gather, or a reply. `again`: people were notified of its cause. */
export type Placing = { root: Root; isReply: false; again: boolean } | { root: Root; isReply: true };

/** A webhook's storm, and the roots of its causes by their keys. */
export type KnownStorm = { webhookId: bigint; stormId: bigint; roots: Map<string, bigint> };

type Cause = { root: Root | null; isStored: boolean };

/** What is known of a webhook. Without a storm, `lines` counts those of the last minute. */
export type StormState = {
  id: bigint;
  channelId: bigint;
  stormId: bigint | null;
  lines: number;
  /** The lines placed in this transaction, before a storm. */
  placed: { key: string; root: Root }[];
  /** By key. Undefined for those that weren't looked up, null for those that don't exist. */
  causes: Map<string, Cause | null>;
};

/**
 * The storms of webhooks whose rows, like their channels', the transaction holds locked. Reads each webhook once, decides
 * in memory, and has to be stored at the end.
 */
export class Storms {
  readonly #webhooks = new Map<bigint, StormState>();
  readonly #gathered = new Map<bigint, Map<Root, number>>();

  constructor(readonly tx: Transaction) {}

  /** The ids of webhooks that are in a storm, or near one. */
  get busy(): bigint[] {
    return [...this.#webhooks.values()].filter(isNearStorm).map(({ id }) => id);
  }

  /** The storms that go on, for `KnownStorms`. */
  get goingOn(): KnownStorm[] {
    return [...this.#webhooks.values()].flatMap((webhook) => knownOf(webhook) ?? []);
  }

  /** Reads what is needed to place the drafts. */
  async read(drafts: readonly AlikeDraft[]): Promise<void> {
    const unknown = drafts.filter(
      (draft) => this.#webhooks.get(draft.webhookId)?.causes.get(keyOf(draft)) === undefined,
    );
    if (unknown.length === 0) return;
    const ids = [...new Set(unknown.map(({ webhookId }) => webhookId))];
    const keys = [...new Set(unknown.map(keyOf))];
    for (const row of await this.#select(ids, keys)) {
      const webhook = this.#webhooks.get(row.id) ?? { ...row, placed: [], causes: new Map() };
      this.#webhooks.set(row.id, webhook);
      learn(webhook, keys, row.roots);
    }
  }

  /** Decides where a draft goes. Whatever comes next counts on it being posted there. */
  async place(draft: AlikeDraft): Promise<Placing> {
    await this.read([draft]);
    const webhook = this.#webhooks.get(draft.webhookId);
    // The insert refuses it.
    if (!webhook) return { root: { id: null }, isReply: false, again: false };
    const key = keyOf(draft);
    // A repeat of an earlier request isn't posted.
    if (isDue(webhook) && !(await isClaimed(this.tx, draft)))
      await beginStorm((text, values) => this.tx.$queryRawUnsafe(text, ...values), webhook);
    return placeIn(webhook, key);
  }

  /** Counts a reply that was posted. */
  count(webhookId: bigint, root: Root): void {
    const counts = this.#gathered.get(webhookId) ?? new Map<Root, number>();
    counts.set(root, (counts.get(root) ?? 0) + 1);
    this.#gathered.set(webhookId, counts);
  }

  /** Lets later messages with the key reply in the thread in which the first one was gathered. */
  async openThread({ webhookId, threadKey }: WebhookDraft, { id }: Root): Promise<void> {
    if (threadKey == null) return;
    await this.tx.$executeRaw`
      INSERT INTO webhook_threads (webhook_id, channel_id, key, root_id)
      SELECT w.id, w.channel_id, ${threadKey}, ${id} FROM webhooks w WHERE w.id = ${webhookId} ON CONFLICT DO NOTHING`;
  }

  /** Stores that the storms go on, and their new causes. */
  async store(): Promise<void> {
    for (const webhook of this.#webhooks.values()) {
      const { id, stormId } = webhook;
      if (stormId === null) continue;
      const added = takeAdded(webhook);
      const counts = [...(this.#gathered.get(id) ?? [])].flatMap(([root, count]) =>
        root.id ? [{ id: root.id, count }] : [],
      );
      await this.tx.$executeRaw`
        WITH goes_on AS (UPDATE storms SET last_at = clock_timestamp() WHERE id = ${stormId}),
        counted AS (
          UPDATE messages m SET gathered = coalesce(m.gathered, 0) + t.count
          FROM unnest(${counts.map((each) => each.id)}::bigint[], ${counts.map(({ count }) => count)}::int[]) AS t (id, count)
          WHERE m.id = t.id
        )
        INSERT INTO storm_causes (storm_id, likeness, message_id)
        SELECT ${stormId}, t.key, t.id FROM unnest(${added.map(({ key }) => key)}::text[], ${added.map((each) => each.id)}::bigint[]) AS t (key, id)
        ON CONFLICT (storm_id, likeness) DO UPDATE SET message_id = excluded.message_id`;
    }
  }

  #select(ids: readonly bigint[], keys: readonly string[]): Promise<Read[]> {
    const { columns, table } = stormOf("$2");
    return this.tx.$queryRawUnsafe<Read[]>(
      `SELECT w.id, w.channel_id AS "channelId", ${columns} FROM webhooks w ${table} WHERE w.id = ANY($1::bigint[])`,
      [...ids],
      [...keys],
    );
  }
}

type Read = Pick<StormState, "id" | "channelId" | "stormId" | "lines"> & { roots: StoredRoot[] | null };

export type StoredRoot = { key: string; id: string; card: unknown; isGone: boolean };

/** Whether a webhook is in a storm, or near one. */
export function isNearStorm({ stormId, lines }: StormState): boolean {
  return stormId !== null || lines >= NEAR_STORM;
}

/** Returns a webhook's storm, for `KnownStorms`, or null if there is none. */
export function knownOf({ id: webhookId, stormId, causes }: StormState): KnownStorm | null {
  if (stormId === null) return null;
  const roots = [...causes].flatMap(([key, cause]): [string, bigint][] =>
    cause?.root?.id ? [[key, cause.root.id]] : [],
  );
  return { webhookId, stormId, roots: new Map(roots) };
}

/** SQL for what is known of the webhooks `w`, which are in their channels' storms if `table` is joined. `keys` are causes'. */
export const stormOf = (keys: string) => ({
  columns: `s.id AS "stormId",
    CASE WHEN s.id IS NULL THEN (SELECT count(*)::int FROM ${recentLines("w.channel_id", "w.id")}) ELSE 0 END AS lines,
    (SELECT json_agg(json_build_object('key', k.likeness, 'id', m.id::text, 'card', m.embeds -> 0, 'isGone', m.deleted_at IS NOT NULL))
      FROM storm_causes k JOIN messages m ON m.id = k.message_id
      WHERE k.storm_id = s.id AND k.likeness = ANY(${keys}::text[])) AS roots`,
  table: `LEFT JOIN storms s
    ON s.webhook_id = w.id AND s.channel_id = w.channel_id AND s.last_at > clock_timestamp() - interval '1 minute'`,
});

/** SQL for a webhook's lines of the last minute, as a table. */
const recentLines = (channelId: string, webhookId: string) => `(
  SELECT * FROM (
    SELECT id, seq, content, embeds, created_at, thread_root_id, deleted_at FROM messages
    WHERE channel_id = ${channelId} AND webhook_id = ${webhookId} ORDER BY seq DESC LIMIT ${LOOKED_AT}) latest
  WHERE thread_root_id IS NULL AND deleted_at IS NULL AND created_at > clock_timestamp() - interval '1 minute') line`;

/** Notes which of the causes with these keys were found. */
export function learn({ causes }: StormState, keys: readonly string[], roots: readonly StoredRoot[] | null): void {
  for (const key of keys) if (causes.get(key) === undefined) causes.set(key, null);
  for (const [key, cause] of causesIn(roots ?? [])) causes.set(key, cause);
}

/** Runs a statement in the transaction that holds the locks, and returns its rows. */
export type Run = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/** Begins a storm. The lines before it are the first of their causes. */
export async function beginStorm(run: Run, webhook: StormState): Promise<void> {
  const { id, channelId, causes, placed } = webhook;
  await run("DELETE FROM storms WHERE webhook_id = $1 AND channel_id = $2", [id, channelId]);
  const [storm] = await run<{ id: string }>(
    `INSERT INTO storms (webhook_id, channel_id, began_at, last_at) VALUES ($1, $2, clock_timestamp(), clock_timestamp())
    RETURNING id::text`,
    [id, channelId],
  );
  if (!storm) throw new Error("A storm couldn't begin.");
  webhook.stormId = BigInt(storm.id);
  const lines = await run<{ id: string; content: string; embeds: unknown }>(
    `SELECT id::text, content, embeds FROM ${recentLines("$1::bigint", "$2::bigint")} ORDER BY seq`,
    [channelId, id],
  );
  const stored = lines.map((line) => {
    const likeness = likenessOf(storedEmbeds(line.embeds), line.content);
    return { key: likeness === null ? null : digest(likeness), root: { id: BigInt(line.id) } };
  });
  causes.clear();
  for (const { key, root } of [...stored, ...placed]) {
    if (key !== null && !causes.has(key)) causes.set(key, { root, isStored: false });
  }
}

/** Whether the webhook's next line begins a storm. */
export function isDue({ stormId, lines }: StormState): boolean {
  return stormId === null && lines >= CALM_LINES;
}

/** Decides where a draft with this key goes, of a webhook whose storm has begun if it's due. */
export function placeIn(webhook: StormState, key: string): Placing {
  const { stormId, placed, causes } = webhook;
  const root: Root = { id: null };
  const line = { root, isReply: false, again: false } as const;
  if (stormId === null) {
    webhook.lines += 1;
    placed.push({ key, root });
    return line;
  }
  const cause = causes.get(key);
  if (cause?.root) return { root: cause.root, isReply: true };
  causes.set(key, { root, isStored: false });
  return { ...line, again: cause != null };
}

/** Returns the causes that aren't stored yet, which are then taken as stored. */
export function takeAdded({ causes }: StormState): { key: string; id: bigint }[] {
  return [...causes].flatMap(([key, cause]) => {
    if (!cause?.root?.id || cause.isStored) return [];
    cause.isStored = true;
    return [{ key, id: cause.root.id }];
  });
}

/** Causes whose message is gone or over have no root, but people were notified of them. */
function causesIn(roots: readonly StoredRoot[]): [string, Cause][] {
  return roots.map(({ key, id, card, isGone }) => {
    const [embed] = storedEmbeds([card ?? {}]);
    return [key, { root: isGone || isOver(key, embed) ? null : { id: BigInt(id) }, isStored: true }];
  });
}

/** Returns what a cause is stored by. */
export function keyOf({ likeness }: Pick<AlikeDraft, "likeness">): string {
  return digest(likeness);
}

// A message's words must not outlive it. Whether it's bad stays readable.
function digest(likeness: string): string {
  const [outcome = ""] = likeness.split(":", 1);
  return `${outcome}:${hash("sha256", likeness, "base64url").slice(0, 32)}`;
}
