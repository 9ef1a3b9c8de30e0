import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { startBus } from "@/lib/events/bus";
import { changesSince } from "@/lib/messages/queries";
import { keepPlace } from "@/lib/places";
import { bodyCarrier, type Carrier, EventStream, encodeFrame, OPENING } from "@/lib/streams/event-stream";
import { advance, encodeChanges, type Feed, MOST_CHANGES } from "@/lib/streams/feed";
import { addReader, removeReader } from "@/lib/streams/people";
import { disconnect, type Reader } from "@/lib/streams/reader";
import { latelyToldFaces, recheckPerson, streams } from "@/lib/streams/streams";
import { greet, sayOf, setShows } from "@/lib/streams/tell-presence";

/** Who asks for a stream, and of what: full changes of `channelId` after revision `rev` (null: from now on), activity of `memberOf`. */
export type Wanted = {
  userId: bigint;
  sessionId: bigint;
  memberOf: ReadonlySet<bigint>;
  /** Whether they are told who sent a webhook's message by hand; from here on that is read again with every delivery too. */
  seesSenders?: boolean;
  /** The page that asks, by the name it gives itself, and whether others may see that its person is here. */
  page?: { tab: string; away: boolean; shows: boolean } | null;
  channelId: bigint | null;
  rev: number | null;
};

/** `startStream` for a web Response: its body. */
export async function openStream(wanted: Wanted): Promise<ReadableStream<Uint8Array>> {
  const { carrier, body } = bodyCarrier();
  await startStream(wanted, carrier);
  return body;
}

/**
 * Starts a person's event stream on a carrier. The caller has checked that they may read the channel; from here on every delivery
 * checks again. Of too many streams of one person the oldest ends: each page opens a new one whenever somebody goes somewhere in it, so
 * that is the page that was left alone the longest. While the process shuts down the stream ends at once. Resolves once it has caught up;
 * rejects when the database could not be read, and unless the stream was displaced before, nothing has been written then.
 */
export async function startStream(wanted: Wanted, carrier: Carrier): Promise<void> {
  startBus();
  const state = streams();
  const { userId, sessionId, seesSenders = false, channelId } = wanted;
  const stream = new EventStream(carrier, () => {
    leavePlace();
    removeReader(state, reader);
    if (page) sayOf(state, userId);
  });
  const page = wanted.page ? { tab: wanted.page.tab, away: wanted.page.away } : null;
  const reader: Reader = { userId, sessionId, seesSenders, channelId, page, stream, held: [] };
  // The reader gets hints before it catches up: what is committed in between then comes twice rather than not at all.
  const isNews = addReader(state, reader, wanted.memberOf);
  // Their other streams have not heard of it yet, or this one was asked for a moment too early.
  if (isNews) recheckPerson(state, userId);
  const person = state.people.get(userId);
  if (person && wanted.page) setShows(person, userId, wanted.page.shows);
  greet(state, reader);
  const leavePlace = keepPlace(`streams:${userId}`, env.streamLimit, () => disconnect(reader, "displaced"));
  await catchUp(reader, wanted.rev);
}

async function catchUp(reader: Reader, since: number | null): Promise<void> {
  const { stream } = reader;
  const state = streams();
  const feed = reader.channelId === null ? undefined : state.feeds.get(reader.channelId);
  try {
    const missed = feed
      ? await missedFrames(reader, feed, since)
      : [encodeFrame({ type: "ready", channelId: null, rev: 0 })];
    for (const frame of [OPENING, ...missed, ...latelyToldFaces(state), ...(reader.held ?? [])]) stream.send(frame);
  } catch (error) {
    stream.close();
    throw error;
  }
  reader.held = null;
  if (state.ended) stream.close();
}

async function missedFrames(reader: Reader, feed: Feed, since: number | null): Promise<Uint8Array[]> {
  const { channelId } = feed;
  const head = await db().channel.findUniqueOrThrow({ where: { id: channelId }, select: { rev: true } });
  const who = { senders: reader.seesSenders };
  const missed = await changesSince(channelId, since ?? Number(head.rev), MOST_CHANGES + 1, who);
  const rev = Math.max(Number(head.rev), missed.length > MOST_CHANGES ? 0 : (missed.at(-1)?.rev ?? 0));
  feed.rev ??= rev;
  void advance(feed);
  const changes = missed.length > 0 ? [encodeChanges(channelId, rev, missed).withSenders()] : [];
  return [...changes, encodeFrame({ type: "ready", channelId: `${channelId}`, rev }, `${channelId}:${rev}`)];
}
