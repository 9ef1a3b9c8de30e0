import type { Hint } from "@/lib/events/types";
import { type PresenceDiff, type PresenceState, presenceKey } from "@/lib/live/presence/dto";
import { presence } from "@/lib/live/presence/presence";
import { countHere } from "@/lib/live/presence/queries";
import { encodeFrame } from "@/lib/live/streams/event-stream";
import { type Audience, type Feed, type Person, type Reader, sendTo, withBreaks } from "@/lib/live/streams/readers";
import { readersAmong } from "@/lib/live/streams/sessions";
import { log } from "@/lib/process/log";

// A stream starts with at most this many people; later changes include everyone.
const MOST_AT_FIRST = 5_000;

// Streams are written at most once a second. With many readers, writing takes at most a hundredth of the time, unless
// that would be too late.
const EVERY_MS = 1_000;
const SHARE = 100;
const LONGEST_REST_MS = 2_500;

// Counting takes at most a fiftieth of the time, however many channels are open.
const COUNT_SHARE = 50;

// A page shows "several people" from three others on, so five are enough, including the reader.
const SEVERAL = 5;

/** Someone is typing; `at` by this process's `performance.now()`. */
type TypingHint = Extract<Hint, { kind: "typing" }> & { at: number };

/** The frame with everyone online, shared by all who connect before it changes. */
const whole: { version: number; frame: Uint8Array } = { version: -1, frame: new Uint8Array() };

/** Sends pages who is online and who is typing. `tick` writes what's new when it's due. */
export function presenceTeller(audience: Audience): { hear: (hint: Hint) => void; tick: () => Promise<void> } {
  let nextAt = 0;
  let nextCountAt = 0;
  let isCountDue = false;
  let typed: TypingHint[] = [];
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
    // Pages get presence changes even if the database can't be read for the rest.
    const [counted, typing] = await Promise.all([orNothing(count()), orNothing(typingFrames(audience, said))]);
    if (diff === null && counted.size === 0 && typing.size === 0) return;
    await tell(audience, diff, counted, typing);
    const took = performance.now() - began;
    nextAt = began + Math.max(EVERY_MS, Math.min(took * SHARE, LONGEST_REST_MS));
  };
  return { hear, tick };
}

/** Marks the person of a new page as online and sends the page who else is. */
export function greet(audience: Audience, reader: Reader): void {
  if (reader.page === null) return;
  sendTo(reader, wholeFrame());
  sayOf(audience, reader.userId);
  const feed = reader.channelId === null ? undefined : audience.feeds.get(reader.channelId);
  if (feed?.here !== undefined) sendTo(reader, hereFrame(feed.channelId, feed.here));
}

/** Updates a person's presence after one of their pages opened or closed. */
export function sayOf({ people }: Audience, userId: bigint): void {
  presence().sayWithGrace(presenceKey(userId), () => stateOf(people.get(userId)));
}

/** Applies a person's presence setting: if they hide it, they go offline at once on all instances. */
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

/** A page's own report counts at once, because the page has already waited before sending it. */
function movePage({ people }: Audience, { userId, tab, away }: Extract<Hint, { kind: "page" }>): void {
  const person = people.get(userId);
  for (const { page } of person?.readers ?? []) if (page?.tab === tab) page.away = away;
  if (person) presence().say(presenceKey(userId), stateOf(person));
}

/** Sends everything new to a stream in one write. */
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
  const recipients = changed ? [...readers] : [...channelIds].flatMap((id) => [...(feeds.get(id)?.readers ?? [])]);
  await withBreaks(recipients, (reader) => {
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

/** The frames for open channels whose number of online members has changed. */
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

/** The frames with who is typing, for readers who may read the channel right now. */
async function typingFrames(
  { feeds }: Audience,
  typed: readonly TypingHint[],
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

function typingFrame(channelId: bigint, threadId: bigint | null, typed: readonly TypingHint[]): Uint8Array {
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
