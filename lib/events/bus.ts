import { randomUUID } from "node:crypto";
import pg from "pg";
import { pool } from "@/lib/db/client";
import type { Hint } from "@/lib/events/types";
import { env } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { onShutdown } from "@/lib/process/on-shutdown";

const CHANNEL = "parley_events";
// NOTIFY accepts fewer than 8,000 bytes. The JSON around the hints takes 100; a hint takes about 90 and at most 7,500.
const BYTES_PER_NOTIFY = 7_800;
const HINTS_PER_NOTIFY = 60;
const COALESCE_MS = 20;
const LONGEST_WAIT_MS = 10_000;

// A later version may send others; this one ignores them.
const KINDS: Record<Hint["kind"], true> = {
  channel: true,
  user: true,
  read: true,
  unread: true,
  drafts: true,
  deliveries: true,
  person: true,
  channels: true,
  incidents: true,
  files: true,
  storm: true,
  emoji: true,
  presence: true,
  typing: true,
  page: true,
};

/** Sends hints to the other processes. */
export type Bus = { send: (hint: Hint) => void };

/**
 * Exchanges hints with other processes over PostgreSQL's LISTEN and NOTIFY, and reconnects on its own. Hints are sent
 * outside of transactions, coalesced and in order. They may be lost; the sweep makes up for that.
 */
export function connectBus(deliver: (hint: Hint) => void): Bus {
  const id = randomUUID();
  const outgoing = new Map<string, Hint>();
  let timer: NodeJS.Timeout | null = null;
  let flushedAt = 0;
  let flushed = Promise.resolve();
  const sendAll = async () => {
    const hints = [...outgoing.values()];
    outgoing.clear();
    for (const portion of portions(hints)) await notify(`{"from":"${id}","hints":[${portion.join()}]}`);
  };
  const flush = () => {
    timer = null;
    flushedAt = performance.now();
    flushed = flushed.then(sendAll);
  };
  const send = (hint: Hint) => {
    const key = keyOf(hint);
    const waiting = outgoing.get(key);
    // Batches finish in any order, so an older revision may come after a newer one.
    if (waiting?.kind !== "channel" || hint.kind !== "channel" || hint.rev > waiting.rev) outgoing.set(key, hint);
    // After a quiet moment the first hint goes out at once.
    timer ??= setTimeout(flush, Math.max(0, flushedAt + COALESCE_MS - performance.now()));
  };
  const stopListening = listen((payload) => {
    for (const hint of fromWire(id, payload)) deliver(hint);
  });
  onShutdown(async () => {
    if (timer) clearTimeout(timer);
    flush();
    await flushed;
    await stopListening();
  });
  return { send };
}

let presences = 0;

/** Returns a key. Only the last hint with the same key is sent. */
function keyOf(hint: Hint): string {
  const { kind } = hint;
  switch (kind) {
    case "channel":
      return `${kind} ${hint.channelId}`;
    case "deliveries":
      return `${kind} ${hint.channelId} ${hint.webhookId}`;
    case "read":
      return `${kind} ${hint.userId} ${hint.channelId}`;
    case "typing":
      return `${kind} ${hint.userId} ${hint.threadId ?? hint.channelId}`;
    case "page":
      return `${kind} ${hint.userId} ${hint.tab}`;
    case "incidents":
    case "files":
      return `${kind} ${hint.channelId}`;
    case "storm":
      return `${kind} ${hint.webhookId}`;
    case "channels":
    case "emoji":
      return kind;
    case "presence":
      presences += 1;
      return `${kind} ${presences}`;
    default:
      return `${kind} ${hint.userId}`;
  }
}

/** Groups the JSON of hints into portions that fit into one NOTIFY. */
function portions(hints: readonly Hint[]): string[][] {
  const all: string[][] = [];
  let bytes = 0;
  for (const hint of hints) {
    const json = JSON.stringify(hint, (_, value) => (typeof value === "bigint" ? `${value}` : value));
    const last = all.at(-1);
    bytes += Buffer.byteLength(json) + 1;
    if (last && last.length < HINTS_PER_NOTIFY && bytes <= BYTES_PER_NOTIFY) last.push(json);
    else {
      all.push([json]);
      bytes = Buffer.byteLength(json) + 1;
    }
  }
  return all;
}

async function notify(payload: string): Promise<void> {
  try {
    await pool().query({ name: "hints", text: "SELECT pg_notify($1, $2)", values: [CHANNEL, payload] });
  } catch (error) {
    log.debug({ err: error }, "couldn't send hints; other processes find the changes in their next sweep");
  }
}

/** Parses another process's hints, without those that this version doesn't know. Throws if the payload is malformed. */
function fromWire(own: string, payload: string): Hint[] {
  const { from, hints } = JSON.parse(payload, (key, value) =>
    key.endsWith("Id") && typeof value === "string" ? BigInt(value) : value,
  ) as { from: string; hints: Hint[] };
  return from === own ? [] : hints.filter(({ kind }) => Object.hasOwn(KINDS, kind));
}

function listen(take: (payload: string) => void): () => Promise<void> {
  let client: pg.Client | null = null;
  let stopped = false;
  let wait = 250;
  let retry: NodeJS.Timeout | null = null;
  const connect = async () => {
    const mine = new pg.Client({
      connectionString: env.directDatabaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client = mine;
    let lost = false;
    const reconnect = () => {
      if (lost || stopped) return;
      lost = true;
      void mine.end().catch(() => undefined);
      retry = setTimeout(() => void connect(), wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    };
    mine.on("error", reconnect);
    mine.on("end", reconnect);
    mine.on("notification", ({ payload = "" }) => {
      try {
        take(payload);
      } catch (error) {
        // Another version may send what this one can't parse. An exception here would end the process.
        log.warn({ err: error }, "couldn't read another process's hints; the next sweep finds the changes");
      }
    });
    try {
      await mine.connect();
      await mine.query(`LISTEN ${CHANNEL}`);
      wait = 250;
    } catch {
      reconnect();
    }
  };
  void connect();
  return async () => {
    stopped = true;
    if (retry) clearTimeout(retry);
    await client?.end().catch(() => undefined);
  };
}
