import { db } from "@/lib/db/client";
import { type Hint, subscribe } from "@/lib/events/hub";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";
import { encodeFrame, PING } from "@/lib/streams/event-stream";
import { advance, type Feed } from "@/lib/streams/feed";
import { disconnect, type Reader, sendTo } from "@/lib/streams/reader";
import { readersAmong, sessionsOf } from "@/lib/streams/sessions";

const SWEEP_MS = 3_000;
const PING_MS = 15_000;
const ACTIVITY_MS = 100;

/** The process's readers and feeds, driven by hints and, because hints may be lost, by a sweep. */
export type Streams = {
  readers: Set<Reader>;
  feeds: Map<bigint, Feed>;
  /** The highest revision seen of each channel that some reader cares for. */
  seen: Map<bigint, number>;
  /** Set once this process shuts down. */
  ended: boolean;
};

/** This process's open streams; the first call starts the timers that serve them. */
export function streams(): Streams {
  return processWide("streams", start);
}

function start(): Streams {
  const state: Streams = { readers: new Set(), feeds: new Map(), seen: new Map(), ended: false };
  const moved = new Map<bigint, number>();
  const unsubscribe = subscribe((hint) => hear(state, moved, hint));
  let sweeping = false;
  const timers = [
    setInterval(() => {
      if (sweeping) return;
      sweeping = true;
      void sweep(state, moved).finally(() => {
        sweeping = false;
      });
    }, SWEEP_MS),
    setInterval(() => tellActivity(state, moved), ACTIVITY_MS),
    setInterval(() => {
      for (const reader of state.readers) reader.stream.send(PING);
    }, PING_MS),
  ];
  onShutdown(() => {
    state.ended = true;
    unsubscribe();
    for (const timer of timers) clearInterval(timer);
    for (const reader of state.readers) reader.stream.close();
  });
  return state;
}

function hear(state: Streams, moved: Map<bigint, number>, hint: Hint): void {
  if (hint.kind === "user") recheck(state, [hint.userId], true).catch(leaveToSweep);
  else if (hint.kind === "channels") broadcast(state, encodeFrame({ type: "channels" }));
  else if (hint.kind === "read") tellRead(state, hint);
  else if (hint.kind === "threads") tellPerson(state, hint.userId, encodeFrame({ type: "threads" }));
  else if (hint.kind === "deliveries") tellDeliveries(state, hint.channelId, hint.webhookId);
  else {
    moved.set(hint.channelId, Math.max(hint.msgSeq, moved.get(hint.channelId) ?? 0));
    state.seen.set(hint.channelId, Math.max(hint.rev, state.seen.get(hint.channelId) ?? 0));
    const feed = state.feeds.get(hint.channelId);
    if (!feed) return;
    feed.hinted = Math.max(feed.hinted, hint.rev);
    void advance(feed);
  }
}

/** Only to the person's own tabs and devices: how far one has read is nobody else's business. */
function tellRead(state: Streams, { userId, channelId, lastReadSeq, back }: Extract<Hint, { kind: "read" }>): void {
  tellPerson(state, userId, encodeFrame({ type: "read", channelId: `${channelId}`, lastReadSeq, back }));
}

function tellPerson(state: Streams, userId: bigint, frame: Uint8Array): void {
  for (const reader of state.readers) if (reader.userId === userId) sendTo(reader, frame);
}

/** Only ids, and only to who has the channel open: what was logged is asked for by who may see it. */
function tellDeliveries(state: Streams, channelId: bigint, webhookId: bigint): void {
  const frame = encodeFrame({ type: "deliveries", channelId: `${channelId}`, webhookId: `${webhookId}` });
  for (const reader of state.feeds.get(channelId)?.readers ?? []) sendTo(reader, frame);
}

function leaveToSweep(error: unknown): void {
  log.debug({ err: error }, "sessions and memberships could not be read; the sweep tries again");
}

function broadcast(state: Streams, frame: Uint8Array): void {
  for (const reader of state.readers) sendTo(reader, frame);
}

/** Tells members of channels that they don't have open how far those have come, each channel at most every 100 ms. */
function tellActivity(state: Streams, moved: Map<bigint, number>): void {
  for (const [channelId, msgSeq] of moved) {
    const frame = encodeFrame({ type: "activity", channelId: `${channelId}`, msgSeq });
    for (const reader of state.readers)
      if (reader.channelId !== channelId && reader.memberOf.has(channelId)) sendTo(reader, frame);
  }
  moved.clear();
}

/** Compares what was seen with what is, for every channel and person that some reader stands for. */
async function sweep(state: Streams, moved: Map<bigint, number>): Promise<void> {
  if (state.readers.size === 0) {
    state.seen.clear();
    return;
  }
  try {
    await recheck(state, [...new Set([...state.readers].map((reader) => reader.userId))], false);
    const ids = new Set([...state.feeds.keys(), ...[...state.readers].flatMap((reader) => [...reader.memberOf])]);
    const channels = await db().channel.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true, rev: true, msgSeq: true },
    });
    for (const { id, rev, msgSeq } of channels) {
      // A channel that has no entry in `seen` may have changed since its readers connected, so they are told, perhaps once too often.
      const feedBehind = (state.feeds.get(id)?.rev ?? Number(rev)) < Number(rev);
      if (feedBehind || (state.seen.get(id) ?? 0) < Number(rev)) {
        hear(state, moved, { kind: "channel", channelId: id, rev: Number(rev), msgSeq: Number(msgSeq) });
      }
    }
  } catch (error) {
    log.debug({ err: error }, "the sweep could not read the database; it tries again");
  }
}

/** Reads sessions and memberships again and cuts off whoever has lost theirs. `tell`: their sidebars may have changed. */
async function recheck(state: Streams, userIds: bigint[], tell: boolean): Promise<void> {
  if (![...state.readers].some((reader) => userIds.includes(reader.userId))) return;
  const sessions = await sessionsOf(userIds);
  for (const reader of [...state.readers].filter((reader) => userIds.includes(reader.userId))) {
    const now = sessions.get(reader.userId);
    if (!now?.sessions.has(reader.sessionId)) {
      disconnect(reader, "signed-out");
      continue;
    }
    const changed =
      now.memberOf.size !== reader.memberOf.size || [...now.memberOf].some((id) => !reader.memberOf.has(id));
    reader.memberOf = now.memberOf;
    if (tell || changed) sendTo(reader, encodeFrame({ type: "channels" }));
    const feed = reader.channelId === null ? undefined : state.feeds.get(reader.channelId);
    if (changed && feed) await recheckFeed(feed, reader);
  }
}

async function recheckFeed(feed: Feed, reader: Reader): Promise<void> {
  const allowed = await readersAmong(feed.channelId, [reader.sessionId]);
  if (!allowed.get(reader.sessionId)?.mayRead) disconnect(reader, "gone");
}
