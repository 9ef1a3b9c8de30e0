import { randomUUID } from "node:crypto";
import pg from "pg";
import { pool } from "@/lib/db/client";
import { env } from "@/lib/env";
import { deliver, deliverSignal, type Hint } from "@/lib/events/hub";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";

const CHANNEL = "parley_hints";
// Apart from the hints: an instance of an older version would take what it doesn't know for one of them.
const SIGNALS = "parley_signals";
// NOTIFY takes 8000 bytes; a hint is under 100.
const HINTS_PER_NOTIFY = 60;
const COALESCE_MS = 20;
const LONGEST_WAIT_MS = 10_000;

type WireHint =
  | ["c", channelId: string, rev: number, msgSeq: number]
  | ["r", userId: string, channelId: string, lastReadSeq: number, back: boolean]
  | ["u", userId: string]
  | ["p", userId: string]
  | ["t", userId: string]
  | ["d", channelId: string, webhookId: string]
  | ["l"];

type Wire = { from: string; hints: WireHint[] };

/** What carries hints to the other processes, and signals of at most 7,500 bytes: in their order, at once, and not kept if they can't be sent. */
export type Bus = { send: (hint: Hint) => void; signal: (text: string) => void };

/**
 * Carries this process's hints to the others and theirs to here, over PostgreSQL's LISTEN and NOTIFY. Starts once per process,
 * reconnects by itself. Hints are sent outside any
 * message's transaction, coalesced, and may be lost: the sweep makes up for it.
 */
export function startBus(): Bus {
  return processWide("bus", () => {
    const id = randomUUID();
    const outgoing = new Map<string, Hint>();
    let timer: NodeJS.Timeout | null = null;
    let flushedAt = 0;
    const flush = async () => {
      timer = null;
      flushedAt = performance.now();
      const hints = [...outgoing.values()].map(toWire);
      outgoing.clear();
      for (let i = 0; i < hints.length; i += HINTS_PER_NOTIFY) await notify(id, hints.slice(i, i + HINTS_PER_NOTIFY));
    };
    const send = (hint: Hint) => {
      const key = keyOf(hint);
      const waiting = outgoing.get(key);
      // Batches finish in any order, so an older revision may come after a newer one.
      if (waiting?.kind !== "channel" || hint.kind !== "channel" || hint.rev > waiting.rev) outgoing.set(key, hint);
      // After a quiet moment the first hint goes out at once.
      timer ??= setTimeout(() => void flush(), flushedAt + COALESCE_MS - performance.now());
    };
    let signalled = Promise.resolve();
    const signal = (text: string) => {
      signalled = signalled.then(() => notifySignal(id, text));
    };
    const stopListening = listen(id);
    onShutdown(async () => {
      if (timer) clearTimeout(timer);
      await flush();
      await signalled;
      await stopListening();
    });
    return { send, signal };
  });
}

async function notify(from: string, hints: WireHint[]): Promise<void> {
  try {
    const values = [CHANNEL, JSON.stringify({ from, hints } satisfies Wire)];
    await pool().query({ name: "hints", text: "SELECT pg_notify($1, $2)", values });
  } catch (error) {
    log.debug({ err: error }, "hints were not sent; the other processes' sweep will find the changes");
  }
}

async function notifySignal(from: string, text: string): Promise<void> {
  try {
    await pool().query({ name: "signals", text: "SELECT pg_notify($1, $2)", values: [SIGNALS, `${from} ${text}`] });
  } catch (error) {
    log.debug({ err: error }, "a signal was not sent; what it said is said again");
  }
}

function listen(id: string): () => Promise<void> {
  let client: pg.Client | null = null;
  let stopped = false;
  let wait = 250;
  let retry: NodeJS.Timeout | null = null;
  const connect = async () => {
    const mine = new pg.Client({ connectionString: env.databaseUrl, keepAlive: true, connectionTimeoutMillis: 5_000 });
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
    mine.on("notification", (message) => {
      try {
        if (message.channel === SIGNALS) receiveSignal(id, message.payload ?? "");
        else receive(id, message.payload ?? "");
      } catch (error) {
        // A process of another version may say more than this one understands; thrown here, it would end this one.
        log.warn({ err: error }, "hints of another process were not understood; the sweep will find the changes");
      }
    });
    try {
      await mine.connect();
      await mine.query(`LISTEN ${CHANNEL}; LISTEN ${SIGNALS}`);
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

function receive(id: string, payload: string): void {
  const { from, hints } = JSON.parse(payload) as Wire;
  if (from === id) return;
  for (const hint of hints) deliver(fromWire(hint));
}

function receiveSignal(id: string, payload: string): void {
  const end = payload.indexOf(" ");
  if (payload.slice(0, end) !== id) deliverSignal(payload.slice(end + 1));
}

function fromWire(hint: WireHint): Hint {
  switch (hint[0]) {
    case "c":
      return { kind: "channel", channelId: BigInt(hint[1]), rev: hint[2], msgSeq: hint[3] };
    case "r":
      return {
        kind: "read",
        userId: BigInt(hint[1]),
        channelId: BigInt(hint[2]),
        lastReadSeq: hint[3],
        back: hint[4],
      };
    case "u":
      return { kind: "user", userId: BigInt(hint[1]) };
    case "p":
      return { kind: "person", userId: BigInt(hint[1]) };
    case "t":
      return { kind: "unread", userId: BigInt(hint[1]) };
    case "d":
      return { kind: "deliveries", channelId: BigInt(hint[1]), webhookId: BigInt(hint[2]) };
    default:
      return { kind: "channels" };
  }
}

/** Hints of the same key are sent as one. */
function keyOf(hint: Hint): string {
  if (hint.kind === "channel") return `c${hint.channelId}`;
  if (hint.kind === "deliveries") return `d${hint.webhookId}`;
  if (hint.kind === "read") return `r${hint.userId}:${hint.channelId}`;
  if (hint.kind === "unread") return `t${hint.userId}`;
  if (hint.kind === "person") return `p${hint.userId}`;
  return hint.kind === "user" ? `u${hint.userId}` : "l";
}

function toWire(hint: Hint): WireHint {
  if (hint.kind === "channel") return ["c", `${hint.channelId}`, hint.rev, hint.msgSeq];
  if (hint.kind === "deliveries") return ["d", `${hint.channelId}`, `${hint.webhookId}`];
  if (hint.kind === "read") return ["r", `${hint.userId}`, `${hint.channelId}`, hint.lastReadSeq, hint.back];
  if (hint.kind === "unread") return ["t", `${hint.userId}`];
  if (hint.kind === "person") return ["p", `${hint.userId}`];
  return hint.kind === "user" ? ["u", `${hint.userId}`] : ["l"];
}
