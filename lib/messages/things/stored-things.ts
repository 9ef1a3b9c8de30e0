import { type ChannelKind, channelTitle } from "@/lib/channels/dto";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import type { CommittedRow, WebhookDraft } from "@/lib/messages/draft";
import type { Embed } from "@/lib/messages/dto";
import { presented, REFUSED } from "@/lib/messages/refused";
import type { Registers } from "@/lib/messages/thing-report";
import { canonical, incidentIn, textIn } from "@/lib/messages/things/registers";

// Why: docs/decisions/things.md

/** For this long after its last change, what is known of a thing is kept. */
const KEPT_DAYS = 90;

/** Returns the time before which what didn't change since is forgotten. */
export function forgottenBefore(): Date {
  return new Date(Date.now() - KEPT_DAYS * 24 * 3_600_000);
}

/** The most lines that show the checks of one commit, and replies that wait for a line. */
const MOST_WATCHERS = 100;

/** The message that shows a thing. `rootId`: the thread that it's a reply in. */
type ThingMessage = { id: bigint; seq: bigint; rootId: bigint | null; content: string; embeds: Embed[] };

/** A thing as it's stored. */
export type StoredThing = {
  key: string;
  registers: Registers;
  /** Null if nothing shows it, or not anymore. */
  message: ThingMessage | null;
  /** Its message, if that was deleted. */
  goneId: bigint | null;
  /** Whether it's a reply that waits for the line in whose thread it belongs. */
  isHeld: boolean;
  /** Whether `registers` say nothing anymore, because nothing changed for so long. */
  isOld: boolean;
};

/** A thing that isn't stored yet. */
export function newThing(key: string): StoredThing {
  return { key, registers: {}, message: null, goneId: null, isHeld: false, isOld: false };
}

/**
 * Returns a thing whose registers are too old without them. Its next line, in this channel, continues the one before; a reply
 * stays the message that it is.
 */
export function startedAnew(thing: StoredThing, line: { channel: string } | null): StoredThing {
  const { message } = thing;
  const fresh = { ...thing, registers: {}, goneId: null, isHeld: false, isOld: false };
  if (!line || !message) return fresh;
  const former = { id: `${message.id}`, seq: Number(message.seq), channel: line.channel };
  return { ...fresh, message: null, registers: { continues: { value: former, at: "" } } };
}

type Row = {
  channelId: bigint;
  name: string;
  kind: ChannelKind;
  refused: CommittedRow["refused"];
  isKnown: boolean;
  key: string | null;
  registers: Registers;
  watches: string | null;
  messageId: bigint | null;
  isOld: boolean;
  id: bigint | null;
  seq: bigint;
  rootId: bigint | null;
  content: string;
  embeds: Embed[] | null;
};

const columns = () => Prisma.sql`t.key, t.registers, t.watches, t.message_id AS "messageId",
  t.changed_at < ${forgottenBefore()} AS "isOld", m.id, m.seq, m.thread_root_id AS "rootId", m.content, m.embeds`;

const MESSAGE = Prisma.sql`messages m ON m.id = t.message_id AND m.channel_id = t.channel_id AND m.deleted_at IS NULL`;

/** The things of one webhook in its channel that a request is about, under the webhook's lock. */
export class StoredThings {
  readonly #things = new Map<string, StoredThing>();
  readonly #changed = new Set<string>();
  readonly #loaded = new Set<string>();

  private constructor(
    readonly webhookId: bigint,
    readonly channelId: bigint,
    /** What the channel is called. */
    readonly channel: string,
  ) {}

  /**
   * Reads the things with these keys, those that watch the first, and what both watch or share an incident with, all at
   * once. Returns why the webhook can't post instead, or null if an earlier request has the draft's idempotency key or
   * signature.
   */
  static async open(
    tx: Transaction,
    draft: WebhookDraft,
    keys: readonly [string, ...string[]],
  ): Promise<StoredThings | NonNullable<CommittedRow["refused"]> | null> {
    const { webhookId, idempotency } = draft;
    const signature = idempotency?.signature ? Buffer.from(idempotency.signature) : null;
    const rows = await tx.$queryRaw<Row[]>`
      WITH hook AS MATERIALIZED (
        SELECT w.id, w.channel_id, c.name, c.kind::text AS kind, ${REFUSED} AS refused FROM webhooks w JOIN channels c ON c.id = w.channel_id
        CROSS JOIN ${presented(draft)} WHERE w.id = ${webhookId}
      ),
      near AS MATERIALIZED (
        SELECT n.key, n.watches, n.incident_of FROM hook h CROSS JOIN LATERAL (
          (SELECT x.key, x.watches, x.incident_of FROM things x
            WHERE x.webhook_id = h.id AND x.channel_id = h.channel_id AND x.key = ANY(${[...keys]}::text[]))
          UNION ALL
          (SELECT x.key, x.watches, x.incident_of FROM things x
            WHERE x.webhook_id = h.id AND x.channel_id = h.channel_id AND x.watches = ${keys[0]}
            ORDER BY x.changed_at DESC LIMIT ${MOST_WATCHERS})
        ) n
      ),
      wanted AS MATERIALIZED (
        SELECT key FROM near UNION SELECT watches FROM near WHERE watches IS NOT NULL
        UNION SELECT incident_of FROM near WHERE incident_of IS NOT NULL
      )
      SELECT h.channel_id AS "channelId", h.name, h.kind, h.refused, EXISTS (
          SELECT FROM idempotency_keys k WHERE k.webhook_id = h.id
            AND (k.key = ${idempotency?.key ?? null} OR k.signature = ${signature})) AS "isKnown", ${columns()}
      FROM hook h LEFT JOIN (
        hook g CROSS JOIN wanted s JOIN things t ON t.webhook_id = g.id AND t.channel_id = g.channel_id AND t.key = s.key
        LEFT JOIN ${MESSAGE}
      ) ON g.id = h.id`;
    const [first] = rows;
    if (!first) return "unknown_webhook";
    if (first.refused) return first.refused;
    if (first.isKnown) return null;
    const { channelId, name, kind } = first;
    // A direct message has another name for each of its people.
    const title = kind === "direct" ? "a direct message" : channelTitle({ kind, name });
    const things = new StoredThings(webhookId, channelId, title);
    for (const key of keys) things.#loaded.add(key);
    for (const row of rows) things.#take(row);
    const near = [...things.#things.values()].filter((each) => keys.includes(each.key) || watchedBy(each) === keys[0]);
    for (const thing of near) {
      things.#loaded.add(textIn(thing.registers, "watches") ?? thing.key);
      things.#loaded.add(incidentIn(thing.registers)?.key ?? thing.key);
    }
    return things;
  }

  #take(row: Omit<Row, "channelId" | "name" | "kind" | "refused" | "isKnown">): void {
    const { key, registers, watches, messageId, id, seq, rootId, content, embeds } = row;
    if (key === null) return;
    const message = id === null ? null : { id, seq, rootId, content, embeds: embeds ?? [] };
    const isHeld = message === null && watches !== null && textIn(registers, "replyTo") !== null;
    const isOld = row.isOld || (message !== null && Object.keys(registers).length === 0);
    this.#things.set(key, { key, registers, message, isHeld, isOld, goneId: message === null ? messageId : null });
    this.#loaded.add(key);
  }

  /** Reads the things with these keys that weren't read yet. */
  async load(tx: Transaction, keys: readonly string[]): Promise<void> {
    const missing = keys.filter((key) => !this.#loaded.has(key));
    if (missing.length === 0) return;
    for (const key of missing) this.#loaded.add(key);
    const rows = await tx.$queryRaw<Row[]>`
      SELECT ${columns()} FROM things t LEFT JOIN ${MESSAGE}
      WHERE t.webhook_id = ${this.webhookId} AND t.channel_id = ${this.channelId} AND t.key = ANY(${missing}::text[])`;
    for (const row of rows) this.#take(row);
  }

  get(key: string): StoredThing | undefined {
    return this.#things.get(key);
  }

  /** Returns the things that watch another one, or wait for its line. */
  watchersOf(key: string): StoredThing[] {
    return [...this.#things.values()].filter((each) => watchedBy(each) === key && each.key !== key);
  }

  /** Sets the thing. It's stored by `store`. */
  set(thing: StoredThing): void {
    this.#things.set(thing.key, thing);
    this.#changed.add(thing.key);
  }

  /** Stores all things that were set. */
  async store(tx: Transaction): Promise<void> {
    const rows = [...this.#changed].flatMap((key) => {
      const thing = this.#things.get(key);
      if (!thing) return [];
      const incident = incidentIn(thing.registers)?.key ?? null;
      const message = thing.message?.id ?? thing.goneId;
      const { registers } = thing;
      return [{ key, message: message === null ? null : `${message}`, registers, watches: watchedBy(thing), incident }];
    });
    if (rows.length === 0) return;
    await tx.$executeRaw`
      INSERT INTO things (webhook_id, channel_id, key, message_id, registers, watches, incident_of)
      SELECT ${this.webhookId}, ${this.channelId}, x.key, x.message, x.registers, x.watches, x.incident
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(key text, message bigint, registers jsonb, watches text, incident text)
      ON CONFLICT (webhook_id, channel_id, key) DO UPDATE SET
        message_id = excluded.message_id, registers = excluded.registers, watches = excluded.watches, incident_of = excluded.incident_of, changed_at = now()`;
  }
}

/** Returns the key of what the thing watches, or for whose line it waits. */
function watchedBy({ registers, isHeld }: StoredThing): string | null {
  return isHeld ? textIn(registers, "replyTo") : textIn(registers, "watches");
}

/** Returns whether both hold the same. */
export function isSameRegisters(one: Registers, other: Registers): boolean {
  return canonical(one) === canonical(other);
}
