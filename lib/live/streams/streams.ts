import { subscribe } from "@/lib/events/hub";
import type { Hint } from "@/lib/events/types";
import { encodeFrame, PING } from "@/lib/live/streams/event-stream";
import {
  type Audience,
  advance,
  disconnect,
  emptyAudience,
  type Person,
  type Reader,
  readersElsewhere,
  sendTo,
  setMemberOf,
  withBreaks,
} from "@/lib/live/streams/readers";
import { isAnyPublic, movedSince, noteInUse, readersAmong, sessionsOf, standingsOf } from "@/lib/live/streams/sessions";
import { presenceTeller, setShows } from "@/lib/live/streams/tell-presence";
import { facesOf } from "@/lib/people/status";
import { fullNotice, onFullPlaces } from "@/lib/process/full-disk";
import { log } from "@/lib/process/log";
import { onShutdown } from "@/lib/process/on-shutdown";
import { processWide } from "@/lib/process/process-wide";

const SWEEP_MS = 3_000;
const PING_MS = 15_000;
const NOTE_MS = 5 * 60_000;
const ACTIVITY_MS = 100;
const FACES_MS = 250;
// A reader is told in about 10 µs, so telling many of delivery logs takes a hundredth of the time. It isn't measured: on a
// busy machine, telling one reader can take a tenth of a second.
const LOGS_MS_PER_READER = 1;
// The longest time between rendering a page and opening its stream. Later, the page asks on its own.
const FACES_KEPT_MS = 60_000;

type List = "incidents" | "files";

/** The process's readers and feeds, driven by hints and, because hints may be lost, by a sweep. */
export type Streams = Audience & {
  /** For each channel with readers, the highest revision from a hint or the sweep. */
  revs: Map<bigint, number>;
  /** The revisions of channels whose members haven't been notified yet. */
  moved: Map<bigint, number>;
  /** The lists over all channels that changed since readers were last told, and in which channels; null if that's unknown. */
  movedLists: Map<List, Set<bigint | null>>;
  /** The webhooks, each with its channel, whose delivery logs have grown since readers were last told. */
  grownLogs: Map<bigint, bigint>;
  /** When readers may be told of delivery logs again, by `performance.now()`. */
  logsDueAt: number;
  /** People whose name, avatar or status changed and hasn't been sent yet. */
  changedFaces: Set<bigint>;
  /** Recently sent profile changes, for streams of pages that were rendered before them. */
  sentFaces: Map<bigint, { frame: Uint8Array; at: number }>;
  /** Settles when readers have got all that they were told. */
  told: Promise<void>;
  /** Set once this process shuts down. */
  ended: boolean;
};

/** This process's open streams; the first call starts the timers that serve them. */
export function streams(): Streams {
  return processWide("streams", start);
}

function start(): Streams {
  const state: Streams = {
    ...emptyAudience(),
    revs: new Map(),
    moved: new Map(),
    movedLists: new Map(),
    grownLogs: new Map(),
    logsDueAt: 0,
    changedFaces: new Set(),
    sentFaces: new Map(),
    told: Promise.resolve(),
    ended: false,
  };
  const presence = presenceTeller(state);
  const unsubscribe = subscribe((hint) => {
    hear(state, hint);
    presence.hear(hint);
  });
  const stopWatching = onFullPlaces(() =>
    tell(state, state.readers, encodeFrame({ type: "disk", full: fullNotice() })),
  );
  const timers = [
    setInterval(
      oneAtATime(() => sweep(state)),
      SWEEP_MS,
    ),
    setInterval(
      oneAtATime(() => tellActivity(state)),
      ACTIVITY_MS,
    ),
    setInterval(
      oneAtATime(() => tellLogs(state)),
      ACTIVITY_MS,
    ),
    setInterval(oneAtATime(presence.tick), ACTIVITY_MS),
    setInterval(
      oneAtATime(() => tellFaces(state)),
      FACES_MS,
    ),
    setInterval(
      oneAtATime(() => noteSessions(state)),
      NOTE_MS,
    ),
    setInterval(() => tell(state, state.readers, PING), PING_MS),
  ];
  onShutdown(() => {
    state.ended = true;
    unsubscribe();
    stopWatching();
    for (const timer of timers) clearInterval(timer);
    for (const reader of state.readers) reader.stream.close();
  });
  return state;
}

/** Starts `work`, unless it is still under way. */
function oneAtATime(work: () => Promise<void>): () => void {
  let busy = false;
  return () => {
    if (busy) return;
    busy = true;
    void work().finally(() => {
      busy = false;
    });
  };
}

function hear(state: Streams, hint: Hint): void {
  if (hint.kind === "user") recheckPerson(state, hint.userId);
  else if (hint.kind === "channels") tell(state, state.readers, encodeFrame({ type: "channels" }));
  else if (hint.kind === "emoji") tell(state, state.readers, encodeFrame({ type: "emoji" }));
  else if (hint.kind === "incidents" || hint.kind === "files") moveList(state, hint.kind, hint.channelId);
  else if (hint.kind === "read") tellRead(state, hint);
  else if (hint.kind === "unread") tellPerson(state, hint.userId, encodeFrame({ type: "unread" }));
  else if (hint.kind === "drafts") tellPerson(state, hint.userId, encodeFrame({ type: "drafts" }));
  else if (hint.kind === "person") state.changedFaces.add(hint.userId);
  else if (hint.kind === "deliveries") growLog(state, hint);
  else if (hint.kind === "channel") {
    state.moved.set(hint.channelId, Math.max(hint.msgSeq, state.moved.get(hint.channelId) ?? 0));
    state.revs.set(hint.channelId, Math.max(hint.rev, state.revs.get(hint.channelId) ?? 0));
    const feed = state.feeds.get(hint.channelId);
    if (!feed) return;
    feed.hinted = Math.max(feed.hinted, hint.rev);
    void advance(feed);
  }
}

/** Sends a frame after those before. One that takes a break would otherwise reach some readers after a newer one. */
function tell(state: Streams, readers: Iterable<Reader>, frame: Uint8Array): void {
  state.told = state.told.then(() => withBreaks(readers, (reader) => sendTo(reader, frame)));
}

/** Sent only to the person's own tabs and devices, because read positions are private. */
function tellRead(state: Streams, { userId, channelId, lastReadSeq, back }: Extract<Hint, { kind: "read" }>): void {
  tellPerson(state, userId, encodeFrame({ type: "read", channelId: `${channelId}`, lastReadSeq, back }));
}

function tellPerson(state: Streams, userId: bigint, frame: Uint8Array): void {
  tell(state, state.people.get(userId)?.readers ?? [], frame);
}

function growLog({ feeds, grownLogs }: Streams, { channelId, webhookId }: Extract<Hint, { kind: "deliveries" }>): void {
  if (feeds.has(channelId)) grownLogs.set(webhookId, channelId);
}

/** Sends only ids, to readers who have the channel open. Those who may see the delivery log then request it. */
async function tellLogs(state: Streams): Promise<void> {
  const began = performance.now();
  if (state.grownLogs.size === 0 || began < state.logsDueAt) return;
  const grown = [...state.grownLogs];
  state.grownLogs.clear();
  state.logsDueAt = began;
  for (const [webhookId, channelId] of grown) {
    const frame = encodeFrame({ type: "deliveries", channelId: `${channelId}`, webhookId: `${webhookId}` });
    await withBreaks(state.feeds.get(channelId)?.readers ?? [], (reader) => {
      sendTo(reader, frame);
      state.logsDueAt += LOGS_MS_PER_READER;
    });
  }
}

/**
 * Sends members the progress of channels that they don't have open, each channel at most every 100 ms, and which lists
 * changed, without what is in them, to everyone who can read one of the channels where.
 */
async function tellActivity(state: Streams): Promise<void> {
  const moved = [...state.moved];
  state.moved.clear();
  await withBreaks(activityOf(state, moved), ([reader, frame]) => sendTo(reader, frame));
  const lists = [...state.movedLists];
  state.movedLists.clear();
  for (const [type, channelIds] of lists) {
    const frame = encodeFrame({ type });
    try {
      await withBreaks(await readersOf(state, channelIds), (reader) => sendTo(reader, frame));
    } catch (error) {
      log.debug({ err: error }, "couldn't read who sees a changed list; pages show it after a reload");
    }
  }
}

function moveList({ movedLists }: Streams, list: List, channelId: bigint | null = null): void {
  movedLists.set(list, (movedLists.get(list) ?? new Set()).add(channelId));
}

/** Returns the readers who can read one of these channels. */
async function readersOf(state: Streams, channelIds: ReadonlySet<bigint | null>): Promise<Iterable<Reader>> {
  if (state.readers.size === 0 || channelIds.has(null)) return state.readers;
  const ids = [...channelIds].filter((id) => id !== null);
  if (await isAnyPublic(ids)) return state.readers;
  const people = ids.flatMap((id) => [...(state.members.get(id) ?? [])]);
  return new Set(people.flatMap(({ readers }) => [...readers]));
}

function* activityOf(state: Streams, moved: [bigint, number][]): Generator<[Reader, Uint8Array]> {
  for (const [channelId, msgSeq] of moved) {
    const frame = encodeFrame({ type: "activity", channelId: `${channelId}`, msgSeq });
    for (const reader of readersElsewhere(state, channelId)) yield [reader, frame];
  }
}

/** Sends the profiles of people whose name, avatar or status changed, once each. */
async function tellFaces(state: Streams): Promise<void> {
  if (state.changedFaces.size === 0) return;
  const changed = [...state.changedFaces];
  state.changedFaces.clear();
  try {
    for (const face of await facesOf(changed)) {
      const frame = encodeFrame({ type: "person", ...face });
      state.sentFaces.set(BigInt(face.userId), { frame, at: performance.now() });
      await withBreaks([...state.readers], (reader) => sendTo(reader, frame));
    }
  } catch (error) {
    log.debug({ err: error }, "couldn't read changed profiles; pages show them after a reload");
  }
}

/** The recently sent profile changes. A page rendered before one and connected after it would miss it. */
export function recentlySentFaces({ sentFaces }: Streams): Uint8Array[] {
  for (const [userId, { at }] of sentFaces) if (performance.now() - at > FACES_KEPT_MS) sentFaces.delete(userId);
  return Array.from(sentFaces.values(), ({ frame }) => frame);
}

/** Compares known revisions with the database, for every channel and person with readers. */
async function sweep(state: Streams): Promise<void> {
  if (state.readers.size === 0) {
    state.revs.clear();
    return;
  }
  try {
    await recheck(state, await changedPeople(state), false);
    const known = new Map<bigint, number>();
    // A channel without an entry in `revs` may have changed since its readers connected, so they get an update, perhaps
    // once too often.
    for (const id of state.members.keys()) known.set(id, state.revs.get(id) ?? 0);
    for (const [id, { rev }] of state.feeds) known.set(id, Math.min(state.revs.get(id) ?? 0, rev ?? Infinity));
    const unheard = await movedSince(known);
    for (const moved of unheard) hear(state, { kind: "channel", ...moved });
    // A hint about files may have been lost with those of the channels. Only the Files page asks because of it.
    for (const { channelId } of unheard) moveList(state, "files", channelId);
  } catch (error) {
    log.debug({ err: error }, "the sweep couldn't read the database; it tries again");
  }
}

/** Records that sessions with an open page are in use: between requests only their streams show it. */
async function noteSessions({ readers }: Streams): Promise<void> {
  try {
    await noteInUse(new Set(Array.from(readers, ({ sessionId }) => sessionId)));
  } catch (error) {
    log.warn({ err: error }, "couldn't record who has a page open");
  }
}

/**
 * People whose sessions ended or memberships changed without a hint. People with new keyword matches are included too;
 * their pages ask whether counts have changed.
 */
async function changedPeople(state: Streams): Promise<bigint[]> {
  const standings = await standingsOf([...state.people.keys()]);
  for (const [id, { matched }] of standings) {
    const person = state.people.get(id);
    if (!person || person.matched === matched) continue;
    person.matched = matched;
    tellPerson(state, id, encodeFrame({ type: "unread" }));
  }
  return [...state.people].flatMap(([id, { readers, membersDigest, shows }]) => {
    const now = standings.get(id);
    const isSame =
      now?.membersDigest === membersDigest &&
      now.shows === shows &&
      [...readers].every(({ sessionId }) => now.sessions.has(sessionId));
    return isSame ? [] : [id];
  });
}

/** Checks a person's sessions and memberships again. Errors are left to the sweep. */
export function recheckPerson(state: Streams, userId: bigint): void {
  recheck(state, [userId], true).catch((error: unknown) => {
    log.debug({ err: error }, "couldn't read sessions and memberships; the next sweep tries again");
  });
}

/**
 * Checks sessions and memberships again and disconnects people who lost theirs. `hinted` means that something about
 * these people has changed.
 */
async function recheck(state: Streams, userIds: bigint[], hinted: boolean): Promise<void> {
  if (!userIds.some((id) => state.people.has(id))) return;
  const sessions = await sessionsOf(userIds);
  for (const id of userIds) {
    const [person, now] = [state.people.get(id), sessions.get(id)];
    for (const reader of person?.readers ?? []) {
      if (!now?.sessions.has(reader.sessionId)) disconnect(reader, "signed-out");
    }
    // A person whose last stream has just ended has no entry anymore.
    if (!person || !now || person.readers.size === 0) continue;
    setShows(person, id, now.shows);
    const changed = setMemberOf(state, person, now.memberOf);
    if (!changed && !hinted) continue;
    tell(state, person.readers, encodeFrame({ type: "channels" }));
    await recheckFeeds(person);
  }
}

/** Disconnects the person's readers that may not read the channel they have open. */
async function recheckFeeds({ readers }: Person): Promise<void> {
  for (const channelId of new Set([...readers].map((reader) => reader.channelId))) {
    if (channelId === null) continue;
    const there = [...readers].filter((reader) => reader.channelId === channelId);
    const allowed = await readersAmong(
      channelId,
      there.map(({ sessionId }) => sessionId),
    );
    for (const reader of there) {
      const now = allowed.get(reader.sessionId);
      if (!now?.mayRead) disconnect(reader, now === undefined ? "signed-out" : "gone");
    }
  }
}
