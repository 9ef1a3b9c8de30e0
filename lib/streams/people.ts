import type { Feed } from "@/lib/streams/feed";
import type { Reader } from "@/lib/streams/reader";
import { digestOf } from "@/lib/streams/sessions";

/** Somebody who has streams open in this process. */
export type Person = {
  /** In the order in which they were opened. */
  readers: Set<Reader>;
  /** The channels of which they get activity. */
  memberOf: ReadonlySet<bigint>;
  /** `memberOf` in short, as `standingsOf` has it. */
  membersDigest: string;
  /** How far their keywords were matched in all of these, as `standingsOf` has it; null for who has none, or until it is read. */
  matched: string | null;
  /** Whether others may see that they are here. */
  shows: boolean;
};

/** Who reads here, found by what a hint names: the channel that is open, the person, and the channels that they are a member of. */
export type Audience = {
  readers: Set<Reader>;
  feeds: Map<bigint, Feed>;
  people: Map<bigint, Person>;
  members: Map<bigint, Set<Person>>;
};

/** Nobody yet. */
export function emptyAudience(): Audience {
  return { readers: new Set(), feeds: new Map(), people: new Map(), members: new Map() };
}

/** Adds a reader whose person is a member of these channels. Answers whether that is news to other readers of the same person. */
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
  const feed = feeds.get(channelId) ?? { channelId, readers: new Set(), rev: null, hinted: 0, loading: false };
  feeds.set(channelId, feed);
  feed.readers.add(reader);
  return isNews;
}

/** Takes back all that `addReader` has done. */
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

/** Says anew what channels a person is a member of. Answers whether that has changed. */
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

/** The readers who get a channel's activity: its members' streams that don't have the channel itself open. */
export function* readersElsewhere({ members }: Audience, channelId: bigint): Generator<Reader> {
  for (const { readers } of members.get(channelId) ?? [])
    for (const reader of readers) if (reader.channelId !== channelId) yield reader;
}
