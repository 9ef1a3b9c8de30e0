import type { Hint } from "@/lib/events/types";
import { log } from "@/lib/log";
import { type PresenceDiff, type PresenceState, presenceKey } from "@/lib/presence/dto";
import { presence } from "@/lib/presence/presence";
import { countHere } from "@/lib/presence/queries";
import { encodeFrame } from "@/lib/streams/event-stream";
import { type Audience, type Feed, type Person, type Reader, sendTo, withBreaks } from "@/lib/streams/readers";
import { readersAmong } from "@/lib/streams/sessions";

// A stream begins with at most this many people; it hears of everybody who comes and goes later.
const MOST_AT_FIRST = 5_000;

// Streams are written to at most once a second. With many readers it takes at most a hundredth of the time, unless that is too late.
const EVERY_MS = 1_000;
const SHARE = 100;
const LONGEST_REST_MS = 2_500;

// Counting takes at most a fiftieth of the time, however many channels are open.
const COUNT_SHARE = 50;

// Of three others a page says that several people are typing, so five are enough also where one of them is its own person.
const SEVERAL = 5;

/** Somebody is typing; `at` by this process's `performance.now()`. */
type Typed = Extract<Hint, { kind: "typing" }> & { at: number };

/** The frame with everybody who is here, made once for all who connect before that changes. */
const whole: { version: number; frame: Uint8Array } = { version: -1, frame: new Uint8Array() };

/** Tells this process's pages who is here and who is typing: `tick` writes what is new, when it's time. */
export function presenceTeller(audience: Audience): { hear: (hint: Hint) => void; tick: () => Promise<void> } {
  let nextAt = 0;
  let nextCountAt = 0;
  let isCountDue = false;
  let typed: Typed[] = [];
  const hear = (hint: Hint) => {
    if (hint.kind === "typing") typed.push({ ...hint, at: performance.now() });
    if (hint.kind === "page") movePage(audience, hint);
  };
  const count = async (): Promise<Map<bigint, Uint8Array>> => {
    const began = performance.now();
    const isNew = [...audience.feeds.values()].some(({ here }) => here === undefined);
    if ((!isCountDue && !isNew) || audience.feeds.size === 0 || began < nextCountAt) return new Map();
    const frames = await hereFrames(audience);
    isCountDue = false;
    nextCountAt = began + Math.max(EVERY_MS, (performance.now() - began) * COUNT_SHARE);
    return frames;
  };
  const tick = async () => {
    const began = performance.now();
    if (began < nextAt) return;
    const diff = presence().takeDiff();
    isCountDue ||= diff !== null;
    const said = typed;
    typed = [];
    // Pages hear who has come and gone whether or not the database can be asked for the rest.
    const [counted, typing] = await Promise.all([orNothing(count()), orNothing(typingFrames(audience, said))]);
    if (diff === null && counted.size === 0 && typing.size === 0) return;
    await tell(audience, diff, counted, typing);
    const took = performance.now() - began;
    nextAt = began + Math.max(EVERY_MS, Math.min(took * SHARE, LONGEST_REST_MS));
  };
  return { hear, tick };
}

/** A page has connected: its person counts as here, and it hears who else is. */
export function greet(audience: Audience, reader: Reader): void {
  if (reader.page === null) return;
  sendTo(reader, wholeFrame());
  sayOf(audience, reader.userId);
  const feed = reader.channelId === null ? undefined : audience.feeds.get(reader.channelId);
  if (feed?.here !== undefined) sendTo(reader, hereFrame(feed.channelId, feed.here));
}

/** Says what somebody is after a page of theirs was opened or has gone. */
export function sayOf({ people }: Audience, userId: bigint): void {
  presence().sayWithGrace(presenceKey(userId), () => stateOf(people.get(userId)));
}

/** Takes over somebody's switch: if they don't show when they are here, they are gone at once, on all instances. */
export function setShows(person: Person, userId: bigint, shows: boolean): void {
  if (person.shows === shows) return;
  person.shows = shows;
  if (shows) presence().sayWithGrace(presenceKey(userId), () => stateOf(person));
  else presence().say(presenceKey(userId), null);
}

function stateOf(person: Person | undefined): PresenceState | null {
  if (!person?.shows) return null;
  const pages = [...person.readers].flatMap(({ page }) => page ?? []);
  if (pages.some(({ away }) => !away)) return "here";
  return pages.length > 0 ? "away" : null;
}

/** What a page itself says counts at once: it has waited long enough before it did. */
function movePage({ people }: Audience, { userId, tab, away }: Extract<Hint, { kind: "page" }>): void {
  const person = people.get(userId);
  for (const { page } of person?.readers ?? []) if (page?.tab === tab) page.away = away;
  if (person) presence().say(presenceKey(userId), stateOf(person));
}

/** All that is new reaches a stream as one write. */
async function tell(
  { readers, feeds }: Audience,
  diff: PresenceDiff | null,
  counted: Map<bigint, Uint8Array>,
  typing: Awaited<ReturnType<typeof typingFrames>>,
): Promise<void> {
  const changed = diff && diffFrame(diff);
  const joined = new Map<string, Uint8Array>();
  const frameFor = ({ channelId, sessionId }: Reader): Uint8Array => {
    const about = channelId === null ? undefined : typing.get(channelId);
    const mayKnow = about?.sessions.has(sessionId) === true;
    const key = `${channelId} ${mayKnow}`;
    const here = channelId === null ? undefined : counted.get(channelId);
    const frame = joined.get(key) ?? Buffer.concat([changed, here, mayKnow && about?.frame].filter((each) => !!each));
    joined.set(key, frame);
    return frame;
  };
  const channelIds = new Set([...counted.keys(), ...typing.keys()]);
  const told = changed ? [...readers] : [...channelIds].flatMap((id) => [...(feeds.get(id)?.readers ?? [])]);
  await withBreaks(told, (reader) => {
    const frame = reader.page && frameFor(reader);
    if (frame && frame.length > 0) sendTo(reader, frame);
  });
}

async function orNothing<T>(frames: Promise<Map<bigint, T>>): Promise<Map<bigint, T>> {
  return frames.catch((error: unknown) => {
    log.debug({ err: error }, "couldn't read who is online or typing");
    return new Map<bigint, T>();
  });
}

/** The frames of open channels of which another number of members is here than their readers know. */
async function hereFrames({ feeds }: Audience): Promise<Map<bigint, Uint8Array>> {
  const counts = await countHere([...feeds.keys()]);
  const frames = new Map<bigint, Uint8Array>();
  for (const feed of feeds.values()) {
    const now = counts.get(feed.channelId) ?? 0;
    if (feed.here !== now) frames.set(feed.channelId, hereFrame(feed.channelId, now));
    feed.here = now;
  }
  return frames;
}

/** Who types in open channels, as a frame for those of the channel's readers who may read it at this moment. */
async function typingFrames(
  { feeds }: Audience,
  typed: readonly Typed[],
): Promise<Map<bigint, { frame: Uint8Array; sessions: ReadonlySet<bigint> }>> {
  const found = [...new Set(typed.map(({ channelId }) => channelId))].flatMap((id) => feeds.get(id) ?? []);
  const frames = found.map(async ({ channelId, readers }: Feed) => {
    const sessionIds = [...readers].flatMap(({ page, sessionId }) => (page === null ? [] : [sessionId]));
    const access = await readersAmong(channelId, [...new Set(sessionIds)]);
    const sessions = new Set([...access].flatMap(([id, { mayRead }]) => (mayRead ? [id] : [])));
    const there = typed.filter((each) => each.channelId === channelId);
    const threadIds = [...new Set(there.map(({ threadId }) => threadId))];
    const frame = Buffer.concat(threadIds.map((threadId) => typingFrame(channelId, threadId, there)));
    return [channelId, { frame, sessions }] as const;
  });
  return new Map(await Promise.all(frames));
}

function typingFrame(channelId: bigint, threadId: bigint | null, typed: readonly Typed[]): Uint8Array {
  const last = new Map(typed.flatMap((each) => (each.threadId === threadId ? [[each.userId, each] as const] : [])));
  const now = performance.now();
  const people = [...last.values()]
    .slice(0, SEVERAL)
    .map(({ userId, name, at }): [string, string, number] => [`${userId}`, name, Math.round(now - at)]);
  const thread = threadId === null ? null : `${threadId}`;
  return encodeFrame({ type: "typing", channelId: `${channelId}`, threadId: thread, people });
}

function hereFrame(channelId: bigint, count: number): Uint8Array {
  return encodeFrame({ type: "here", channelId: `${channelId}`, count });
}

function diffFrame({ here, away, off }: PresenceDiff): Uint8Array {
  return encodeFrame({ type: "presence", here: here.join(" "), away: away.join(" "), off: off.join(" ") });
}

function wholeFrame(): Uint8Array {
  const { people, version } = presence();
  if (whole.version === version) return whole.frame;
  const all = [...people].slice(0, MOST_AT_FIRST);
  const keysOf = (state: PresenceState) => all.flatMap(([key, each]) => (each === state ? [key] : [])).join(" ");
  whole.version = version;
  whole.frame = encodeFrame({ type: "presence", here: keysOf("here"), away: keysOf("away"), off: null });
  return whole.frame;
}
