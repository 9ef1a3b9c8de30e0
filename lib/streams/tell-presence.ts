import { log } from "@/lib/log";
import { type PresenceDiff, type PresenceState, presenceKey, type Typed } from "@/lib/presence/dto";
import type { Told } from "@/lib/presence/exchange";
import { ago, type PageMove } from "@/lib/presence/packet";
import { presence } from "@/lib/presence/presence";
import { countHere } from "@/lib/presence/queries";
import { encodeFrame } from "@/lib/streams/event-stream";
import { type Audience, type Feed, type Person, type Reader, sendTo, withBreaks } from "@/lib/streams/readers";
import { readersAmong } from "@/lib/streams/sessions";

// A stream begins with at most so many; who comes and goes later is told of everybody.
const MOST_AT_FIRST = 5_000;

// Counting takes at most a fiftieth of the time, however many channels are open.
const COUNT_SHARE = 50;
const COUNT_EVERY_MS = 1_000;

// Of three others a page says that several people are typing, so five are enough also where one of them is its own person. They say
// it again every three seconds, and a page believes each for six.
const SEVERAL = 5;
const SEVERAL_LAST_MS = 2_900;

/** How many are here was counted, and when it may be counted again. */
type Counting = { isDue: boolean; nextAt: number; timer: NodeJS.Timeout | null };

/** The whole roll as a frame, made once for all who connect before it changes. */
const roll: { version: number; frame: Uint8Array } = { version: -1, frame: new Uint8Array() };

/** Has this process's streams told who is here and who is typing, each at most once a second. */
export function tellPresence(audience: Audience): void {
  const counting: Counting = { isDue: false, nextAt: 0, timer: null };
  presence().connect({
    told: (told) => tell(audience, told, counting),
    page: (page) => move(audience, page),
  });
}

/** A page has connected: its person counts as here, and it is told who else is. */
export function greet(audience: Audience, reader: Reader): void {
  if (reader.page === null) return;
  sendTo(reader, wholeFrame());
  sayOf(audience, reader.userId);
  const feed = reader.channelId === null ? undefined : audience.feeds.get(reader.channelId);
  if (feed?.here !== undefined) sendTo(reader, hereFrame(feed.channelId, feed.here));
  else if (feed) presence().askForNews();
}

/** Says what somebody is after a page of theirs was opened or has gone. */
export function sayOf({ people }: Audience, userId: bigint): void {
  presence().sayWithGrace(presenceKey(userId), () => stateOf(people.get(userId)));
}

/** Somebody's switch stands so: whoever doesn't show when they are here is gone at once, on all instances. */
export function setShows(person: Person, userId: bigint, shows: boolean): void {
  if (person.shows === shows) return;
  person.shows = shows;
  if (shows) presence().sayWithGrace(presenceKey(userId), () => stateOf(person));
  else presence().say(presenceKey(userId), null);
}

function stateOf(person: Person | undefined): PresenceState | null {
  if (!person?.shows) return null;
  let state: PresenceState | null = null;
  for (const { page } of person.readers) {
    if (page && !page.away) return "here";
    if (page) state = "away";
  }
  return state;
}

/** What a page itself says counts at once: it has waited long enough before it did. */
function move({ people }: Audience, { userId, tab, away }: PageMove): void {
  const id = BigInt(userId);
  const person = people.get(id);
  for (const { page } of person?.readers ?? []) if (page?.tab === tab) page.away = away;
  if (person) presence().say(presenceKey(id), stateOf(person));
}

async function tell(audience: Audience, { diff, typing }: Told, counting: Counting): Promise<void> {
  // Who has come and gone is told whether or not the database can be asked for the rest.
  const [counted, typed] = await Promise.all([
    orNothing(count(audience, diff !== null, counting)),
    orNothing(typingFrames(audience, typing)),
  ]);
  const changed = diff && diffFrame(diff);
  const joined = new Map<string, Uint8Array | null>();
  const frameFor = ({ channelId, sessionId }: Reader): Uint8Array | null => {
    const about = channelId === null ? undefined : typed.get(channelId);
    const mayKnow = about?.sessions.has(sessionId) === true;
    const key = `${channelId} ${mayKnow}`;
    const made = joined.get(key);
    if (made !== undefined) return made;
    const here = channelId === null ? undefined : counted.get(channelId);
    const frame = join([changed, here, mayKnow ? about?.frame : undefined]);
    joined.set(key, frame);
    return frame;
  };
  const readers = changed ? audience.readers : readersOf(audience, [...counted.keys(), ...typed.keys()]);
  await withBreaks([...readers], (reader) => {
    const frame = reader.page && frameFor(reader);
    if (frame) sendTo(reader, frame);
  });
}

async function orNothing<T>(frames: Promise<Map<bigint, T>>): Promise<Map<bigint, T>> {
  return frames.catch((error: unknown) => {
    log.debug({ err: error }, "how many are here, or who is typing, could not be read");
    return new Map<bigint, T>();
  });
}

function readersOf({ feeds }: Audience, channelIds: readonly bigint[]): Set<Reader> {
  return new Set([...new Set(channelIds)].flatMap((id) => [...(feeds.get(id)?.readers ?? [])]));
}

/** Of the open channels whose number of people who are here has changed: its frame. */
async function count({ feeds }: Audience, changed: boolean, counting: Counting): Promise<Map<bigint, Uint8Array>> {
  const frames = new Map<bigint, Uint8Array>();
  counting.isDue ||= changed;
  const began = performance.now();
  const isNews = counting.isDue || [...feeds.values()].some(({ here }) => here === undefined);
  if (!isNews || feeds.size === 0) return frames;
  if (began < counting.nextAt) {
    counting.timer ??= setTimeout(() => presence().askForNews(), counting.nextAt - began).unref();
    return frames;
  }
  counting.timer = null;
  const counts = await countHere([...feeds.keys()]);
  counting.isDue = false;
  const took = performance.now() - began;
  counting.nextAt = began + Math.max(COUNT_EVERY_MS, took * COUNT_SHARE);
  for (const feed of feeds.values()) {
    const now = counts.get(feed.channelId) ?? 0;
    if (feed.here === now) continue;
    feed.here = now;
    frames.set(feed.channelId, hereFrame(feed.channelId, now));
  }
  return frames;
}

/** Who types in open channels, as a frame for those of the channel's readers who may read it at this moment. */
async function typingFrames(
  { feeds }: Audience,
  typing: readonly Typed[],
): Promise<Map<bigint, { frame: Uint8Array | null; sessions: ReadonlySet<bigint> }>> {
  const found = [...new Set(typing.map(({ channelId }) => channelId))].flatMap((id) => feeds.get(BigInt(id)) ?? []);
  const frames = found.map(async (feed) => {
    const { channelId } = feed;
    const there = typing.filter((each) => each.channelId === `${channelId}`);
    const threads = [...new Set(there.map(({ threadId }) => threadId))];
    const frame = join(threads.map((threadId) => typingFrame(feed, threadId, there)));
    if (frame === null) return [];
    const readers = [...feed.readers].filter(({ page }) => page !== null);
    const access = await readersAmong(channelId, [...new Set(readers.map(({ sessionId }) => sessionId))]);
    const sessions = new Set([...access].flatMap(([id, { mayRead }]) => (mayRead ? [id] : [])));
    return [[channelId, { frame, sessions }] as const];
  });
  return new Map((await Promise.all(frames)).flat());
}

/** Null while the readers know of so many already that nobody's name would change what they are shown. */
function typingFrame(feed: Feed, threadId: string | null, typed: readonly Typed[]): Uint8Array | null {
  const now = performance.now();
  feed.several ??= new Map();
  if (now < (feed.several.get(threadId) ?? 0)) return null;
  const there = typed.filter((each) => each.threadId === threadId);
  const last = new Map(there.map((each) => [each.userId, each]));
  const people = [...last.values()].slice(0, SEVERAL).map(told);
  if (people.length === SEVERAL) feed.several.set(threadId, now + SEVERAL_LAST_MS);
  else feed.several.delete(threadId);
  return encodeFrame({ type: "typing", channelId: `${feed.channelId}`, threadId, people });
}

function told({ userId, name, at }: Typed): [id: string, name: string, ago: number] {
  return [userId, name, ago(at)];
}

function hereFrame(channelId: bigint, count: number): Uint8Array {
  return encodeFrame({ type: "here", channelId: `${channelId}`, count });
}

function diffFrame({ here, away, off }: PresenceDiff): Uint8Array {
  return encodeFrame({ type: "presence", here: here.join(" "), away: away.join(" "), off: off.join(" ") });
}

function wholeFrame(): Uint8Array {
  const { people, version } = presence().roll;
  if (roll.version === version) return roll.frame;
  const all = [...people].slice(0, MOST_AT_FIRST);
  const keys = (wanted: PresenceState) => all.flatMap(([key, state]) => (state === wanted ? [key] : [])).join(" ");
  roll.version = version;
  roll.frame = encodeFrame({ type: "presence", here: keys("here"), away: keys("away"), off: null });
  return roll.frame;
}

/** Several frames in one piece, so that a stream is written to once. */
function join(frames: readonly (Uint8Array | null | undefined)[]): Uint8Array | null {
  const given = frames.filter((frame) => frame !== null && frame !== undefined);
  const [first, ...more] = given;
  return first === undefined ? null : more.length === 0 ? first : Buffer.concat(given);
}
