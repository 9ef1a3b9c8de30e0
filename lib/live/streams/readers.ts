import { type EventStream, encodeFrame } from "@/lib/live/streams/event-stream";
import { accessNow, digestOf } from "@/lib/live/streams/sessions";
import type { MessageDto } from "@/lib/messages/dto";
import { changesSince } from "@/lib/messages/read/queries";
import { log } from "@/lib/process/log";
import { record } from "@/lib/process/recorder";

// Writing to a thousand connections takes a while, so it yields after 10 ms.
const AT_ONCE_MS = 10;

/** One open event stream and what it may see. Kept in this process's memory and checked against the database. */
export type Reader = {
  userId: bigint;
  sessionId: bigint;
  /** As of when the stream opened; used until access is checked again. */
  seesSenders: boolean;
  /** The channel whose messages it receives; null if none is open. */
  channelId: bigint | null;
  /** The page that opened it, by the name it chose, and whether it's idle; null if it isn't a page. */
  page: { tab: string; away: boolean } | null;
  stream: EventStream;
  /** Frames that came while the reader was still catching up; null once it has. */
  queued: Uint8Array[] | null;
};

/** One open channel in this process: one query and one encoded frame per revision serve all its readers. */
export type Feed = {
  channelId: bigint;
  readers: Set<Reader>;
  /** The revision up to which frames were sent; null until the first reader has caught up. */
  rev: number | null;
  /** The `seq` of the latest message that was sent or that readers had when they connected; null with `rev`. */
  seq: number | null;
  /** The highest revision that a hint named. */
  hinted: number;
  /** The channel's `expired_seq`, as last sent to its readers. */
  expired: number;
  loading: boolean;
  /** How many of the channel's members are online, as last sent to its readers. */
  here?: number;
};

/** A person with open streams in this process. */
export type Person = {
  /** In the order they were opened. */
  readers: Set<Reader>;
  /** The channels whose activity they receive. */
  memberOf: ReadonlySet<bigint>;
  /** `memberOf` in short, as `standingsOf` has it. */
  membersDigest: string;
  /**
   * How far their keywords were matched in these channels (see `standingsOf`); null without keywords, or until it's
   * read.
   */
  matched: string | null;
  /** Whether others may see their presence. */
  shows: boolean;
};

/**
 * The readers of this process, by what hints name: the open channel, the person, and the channels that they're a member
 * of.
 */
export type Audience = {
  readers: Set<Reader>;
  feeds: Map<bigint, Feed>;
  people: Map<bigint, Person>;
  members: Map<bigint, Set<Person>>;
};

/** Returns an audience without readers. */
export function emptyAudience(): Audience {
  return { readers: new Set(), feeds: new Map(), people: new Map(), members: new Map() };
}

/**
 * Adds a reader who is a member of these channels. Returns whether these differ from what the person's other readers
 * know.
 */
export function addReader(audience: Audience, reader: Reader, memberOf: ReadonlySet<bigint>): boolean {
  const { readers, feeds, people } = audience;
  readers.add(reader);
  const person = people.get(reader.userId) ?? {
    readers: new Set(),
    memberOf: new Set(),
    membersDigest: digestOf([]),
    matched: null,
    shows: false,
  };
  people.set(reader.userId, person);
  person.readers.add(reader);
  const isNews = setMemberOf(audience, person, memberOf) && person.readers.size > 1;
  const { channelId } = reader;
  if (channelId === null) return isNews;
  const feed = feeds.get(channelId) ?? {
    channelId,
    readers: new Set(),
    rev: null,
    seq: null,
    hinted: 0,
    expired: 0,
    loading: false,
  };
  feeds.set(channelId, feed);
  feed.readers.add(reader);
  return isNews;
}

/** Undoes `addReader`. */
export function removeReader(audience: Audience, reader: Reader): void {
  const { readers, feeds, people } = audience;
  readers.delete(reader);
  const person = people.get(reader.userId);
  if (person?.readers.delete(reader) && person.readers.size === 0) {
    setMemberOf(audience, person, new Set());
    people.delete(reader.userId);
  }
  const feed = reader.channelId === null ? undefined : feeds.get(reader.channelId);
  if (feed?.readers.delete(reader) && feed.readers.size === 0) feeds.delete(feed.channelId);
}

/** Sets the channels that a person is a member of. Returns whether they changed. */
export function setMemberOf({ members }: Audience, person: Person, memberOf: ReadonlySet<bigint>): boolean {
  const left = [...person.memberOf].filter((id) => !memberOf.has(id));
  const joined = [...memberOf].filter((id) => !person.memberOf.has(id));
  for (const id of left) {
    const others = members.get(id);
    if (others?.delete(person) && others.size === 0) members.delete(id);
  }
  for (const id of joined) {
    const all = members.get(id) ?? new Set();
    members.set(id, all.add(person));
  }
  person.memberOf = memberOf;
  person.membersDigest = digestOf(memberOf);
  return left.length > 0 || joined.length > 0;
}

/** Yields the readers who receive a channel's activity: its members' streams that don't have the channel open. */
export function* readersElsewhere({ members }: Audience, channelId: bigint): Generator<Reader> {
  for (const { readers } of members.get(channelId) ?? [])
    for (const reader of readers) if (reader.channelId !== channelId) yield reader;
}

/** Writes the frame, after the catch-up if one is under way, so that no frame overtakes what it builds on. */
export function sendTo(reader: Reader, frame: Uint8Array): void {
  if (reader.queued) reader.queued.push(frame);
  else reader.stream.send(frame);
}

/** Sends the reader the reason and ends its stream. */
export function disconnect(reader: Reader, reason: "gone" | "signed-out" | "displaced"): void {
  const { channelId, stream } = reader;
  if (reason !== "gone") stream.send(encodeFrame({ type: reason }));
  else if (channelId !== null) stream.send(encodeFrame({ type: "gone", channelId: `${channelId}` }));
  stream.close();
}

/** Calls `act` for each item, with breaks for the event loop. */
export async function withBreaks<T>(items: Iterable<T>, act: (item: T) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    act(item);
    if (performance.now() - began < AT_ONCE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
}

// Why: docs/decisions/event-stream.md

/** With more changes than this at once, or more than fit a page, the reader has to reload the last page instead. */
export const MOST_CHANGES = 200;

const WORTH_A_REST_MS = 2;
const LONGEST_REST_MS = 50;

/** Brings all readers of the feed to the highest hinted revision. Errors are logged; the sweep tries again. */
export async function advance(feed: Feed): Promise<void> {
  if (feed.loading) return;
  feed.loading = true;
  try {
    while (feed.rev !== null && feed.hinted > feed.rev && feed.readers.size > 0) {
      const hinted = feed.hinted;
      const asked = new Set(feed.readers);
      const sessionIds = [...new Set([...asked].map((reader) => reader.sessionId))];
      const [{ messages: read, more }, access] = await Promise.all([
        changesSince(feed.channelId, feed.rev, MOST_CHANGES, { senders: true }),
        accessNow(feed.channelId, sessionIds),
      ]);
      // Revisions are committed in order, so every one up to the hinted one was there to be read. Later ones that were
      // committed after access was checked wait for the next round: someone may have lost access in between.
      const last = read.at(-1)?.rev ?? 0;
      const isTooMuch = more && hinted - feed.rev > MOST_CHANGES;
      // More than fits a frame follows in the next round.
      const checked = Math.max(hinted, access.rev);
      const rev = more && !isTooMuch ? Math.min(checked, last) : Math.max(hinted, Math.min(access.rev, last));
      const messages = read.filter((message) => message.rev <= rev);
      feed.rev = rev;
      const frames = encodeChanges(feed.channelId, rev, isTooMuch ? null : messages);
      const expired = access.expired > feed.expired ? encodeExpired(feed.channelId, access.expired) : null;
      feed.expired = Math.max(feed.expired, access.expired);
      const began = performance.now();
      // A reader who joins during a break gets this revision by catching up.
      await withBreaks([...feed.readers], (reader) => {
        // A reader who joined while this was being read was authorized a moment ago, and may not have caught up this
        // far.
        const now = asked.has(reader)
          ? access.readers.get(reader.sessionId)
          : { mayRead: true, seesSenders: reader.seesSenders };
        if (now?.mayRead) {
          sendTo(reader, now.seesSenders ? frames.withSenders() : frames.plain());
          if (expired) sendTo(reader, expired);
        } else disconnect(reader, now === undefined ? "signed-out" : "gone");
      });
      recordDelivery(feed, messages);
      await rest(performance.now() - began);
    }
  } catch (error) {
    log.warn({ err: error, channelId: `${feed.channelId}` }, "couldn't read changes; the next sweep tries again");
  } finally {
    feed.loading = false;
  }
}

/** Records how long new messages took; changes of older ones come without the time at which they were made. */
function recordDelivery(feed: Feed, messages: readonly MessageDto[]): void {
  const recorder = record();
  const before = feed.seq ?? Number.POSITIVE_INFINITY;
  for (const { seq, createdAt } of messages) {
    if (seq <= before) continue;
    recorder?.delivered(Date.parse(createdAt));
    feed.seq = Math.max(feed.seq ?? 0, seq);
  }
}

// With so many readers that writing takes a while, deliveries use at most half of the processor; changes in between are
// delivered together.
function rest(milliseconds: number): Promise<void> | undefined {
  if (milliseconds < WORTH_A_REST_MS) return undefined;
  return new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, LONGEST_REST_MS)));
}

/**
 * The frames for these changes, or for `reset` if it's null, because there are too many: one for everyone and, for messages with senders,
 * one for those who may see senders. Each is encoded at most once.
 */
export function encodeChanges(channelId: bigint, rev: number, messages: MessageDto[] | null): Frames {
  const id = `${channelId}:${rev}`;
  if (messages === null) {
    const reset = once(() => encodeFrame({ type: "reset", channelId: `${channelId}`, rev }, id));
    return { plain: reset, withSenders: reset };
  }
  const encode = (shown: MessageDto[]) =>
    encodeFrame({ type: "changes", channelId: `${channelId}`, rev, messages: shown }, id);
  const asRead = once(() => encode(messages));
  const hasSenders = messages.some(({ sentBy }) => sentBy !== undefined);
  const plain = hasSenders ? once(() => encode(messages.map(({ sentBy: _, ...message }) => message))) : asRead;
  return { plain, withSenders: asRead };
}

/** The frame by which pages drop the messages that retention has deleted. */
export function encodeExpired(channelId: bigint, seq: number): Uint8Array {
  return encodeFrame({ type: "expired", channelId: `${channelId}`, seq });
}

type Frames = Record<"plain" | "withSenders", () => Uint8Array>;

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
