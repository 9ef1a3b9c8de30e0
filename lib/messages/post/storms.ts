import { createHash } from "node:crypto";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { isOver, likenessOf } from "@/lib/messages/cards/likeness";
import type { WebhookDraft } from "@/lib/messages/draft";
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
type Webhook = {
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
  readonly #webhooks = new Map<bigint, Webhook>();
  readonly #gathered = new Map<bigint, Map<Root, number>>();

  constructor(readonly tx: Transaction) {}

  /** The ids of webhooks that are in a storm, or near one. */
  get busy(): bigint[] {
    const all = [...this.#webhooks.values()];
    return all.filter(({ stormId, lines }) => stormId !== null || lines >= NEAR_STORM).map(({ id }) => id);
  }

  /** The storms that go on, for `KnownStorms`. */
  get goingOn(): KnownStorm[] {
    return [...this.#webhooks.values()].flatMap(({ id: webhookId, stormId, causes }) => {
      if (stormId === null) return [];
      const roots = [...causes].flatMap(([key, cause]): [string, bigint][] =>
        cause?.root?.id ? [[key, cause.root.id]] : [],
      );
      return [{ webhookId, stormId, roots: new Map(roots) }];
    });
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
      for (const key of keys) if (webhook.causes.get(key) === undefined) webhook.causes.set(key, null);
      for (const [key, cause] of causesIn(row.roots ?? [])) webhook.causes.set(key, cause);
    }
  }

  /** Decides where a draft goes. Whatever comes next counts on it being posted there. */
  async place(draft: AlikeDraft): Promise<Placing> {
    await this.read([draft]);
    const webhook = this.#webhooks.get(draft.webhookId);
    const root: Root = { id: null };
    const line = { root, isReply: false, again: false } as const;
    // The insert refuses it.
    if (!webhook) return line;
    const key = keyOf(draft);
    if (webhook.stormId === null && webhook.lines < CALM_LINES) {
      webhook.lines += 1;
      webhook.placed.push({ key, root });
      return line;
    }
    if (webhook.stormId === null) webhook.stormId = await this.#begin(webhook);
    const cause = webhook.causes.get(key);
    if (cause?.root) return { root: cause.root, isReply: true };
    webhook.causes.set(key, { root, isStored: false });
    return { ...line, again: cause != null };
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
    for (const { id, stormId, causes } of this.#webhooks.values()) {
      if (stormId === null) continue;
      const added = [...causes].flatMap(([key, cause]) =>
        cause?.root?.id && !cause.isStored ? [{ key, id: cause.root.id }] : [],
      );
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
    return this.tx.$queryRaw<Read[]>`
      SELECT w.id, w.channel_id AS "channelId", s.id AS "stormId",
        CASE WHEN s.id IS NULL THEN (SELECT count(*)::int FROM ${recentLines(Prisma.sql`w.channel_id`, Prisma.sql`w.id`)}) ELSE 0 END AS lines,
        (SELECT json_agg(json_build_object('key', k.likeness, 'id', m.id::text, 'card', m.embeds -> 0, 'isGone', m.deleted_at IS NOT NULL))
          FROM storm_causes k JOIN messages m ON m.id = k.message_id
          WHERE k.storm_id = s.id AND k.likeness = ANY(${[...keys]}::text[])) AS roots
      FROM webhooks w LEFT JOIN storms s
        ON s.webhook_id = w.id AND s.channel_id = w.channel_id AND s.last_at > clock_timestamp() - interval '1 minute'
      WHERE w.id = ANY(${[...ids]}::bigint[])`;
  }

  /** Begins a storm. The lines before it are the first of their causes. */
  async #begin({ id, channelId, causes, placed }: Webhook): Promise<bigint> {
    await this.tx.storm.deleteMany({ where: { webhookId: id, channelId } });
    const now = new Date();
    const data = { webhookId: id, channelId, beganAt: now, lastAt: now };
    const { id: stormId } = await this.tx.storm.create({ data, select: { id: true } });
    const lines = await this.tx.$queryRaw<{ id: bigint; content: string; embeds: unknown }[]>`
      SELECT id, content, embeds FROM ${recentLines(Prisma.sql`${channelId}`, Prisma.sql`${id}`)} ORDER BY seq`;
    const stored = lines.map((line) => {
      const likeness = likenessOf(storedEmbeds(line.embeds), line.content);
      return { key: likeness === null ? null : digest(likeness), root: { id: line.id } };
    });
    causes.clear();
    for (const { key, root } of [...stored, ...placed]) {
      if (key !== null && !causes.has(key)) causes.set(key, { root, isStored: false });
    }
    return stormId;
  }
}

type Read = Pick<Webhook, "id" | "channelId" | "stormId" | "lines"> & { roots: StoredRoot[] | null };

type StoredRoot = { key: string; id: string; card: unknown; isGone: boolean };

/** A webhook's lines of the last minute, as a table. */
function recentLines(channelId: Prisma.Sql, webhookId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT * FROM (
      SELECT id, seq, content, embeds, created_at, thread_root_id, deleted_at FROM messages
      WHERE channel_id = ${channelId} AND webhook_id = ${webhookId} ORDER BY seq DESC LIMIT ${LOOKED_AT}::int) latest
    WHERE thread_root_id IS NULL AND deleted_at IS NULL AND created_at > clock_timestamp() - interval '1 minute') line`;
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
  return `${outcome}:${createHash("sha256").update(likeness).digest("base64url").slice(0, 32)}`;
}
