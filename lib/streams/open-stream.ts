import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { startBus } from "@/lib/events/bus";
import { changesSince } from "@/lib/messages/queries";
import { encodeFrame, openEventStream } from "@/lib/streams/event-stream";
import { advance, encodeChanges, type Feed, MOST_CHANGES } from "@/lib/streams/feed";
import { disconnect, type Reader } from "@/lib/streams/reader";
import { streams } from "@/lib/streams/streams";

/**
 * Opens a person's event stream: full changes of `channelId` after revision `rev` (null: from now on), activity of `memberOf`. The caller has
 * checked that they may read the channel; from here on every delivery checks again. Of too many streams of one person the oldest ends:
 * each page opens a new one whenever somebody goes somewhere in it, so that is the page that was left alone the longest. While the
 * process shuts down the stream ends at once.
 */
export async function openStream(options: {
  userId: bigint;
  sessionId: bigint;
  memberOf: ReadonlySet<bigint>;
  /** Whether they are told who sent a webhook's message by hand; from here on that is read again with every delivery too. */
  seesSenders?: boolean;
  channelId: bigint | null;
  rev: number | null;
}): Promise<ReadableStream<Uint8Array>> {
  startBus();
  const state = streams();
  const stream = openEventStream(() => leave(reader));
  const { userId, sessionId, seesSenders = false, channelId } = options;
  const memberOf = new Set(options.memberOf);
  const reader: Reader = { userId, sessionId, seesSenders, channelId, memberOf, stream, held: [] };
  // The reader gets hints before it catches up: what is committed in between then comes twice rather than not at all.
  state.readers.add(reader);
  displaceOldest(userId);
  try {
    if (channelId !== null) await catchUp(reader, join(channelId, reader), options.rev);
    else stream.send(encodeFrame({ type: "ready", channelId: null, rev: 0 }));
  } catch (error) {
    stream.close();
    throw error;
  }
  for (const frame of reader.held ?? []) stream.send(frame);
  reader.held = null;
  if (state.ended) stream.close();
  return stream.body;
}

function displaceOldest(userId: bigint): void {
  // A Set keeps the order of insertion, so the oldest streams come first.
  const own = [...streams().readers].filter((reader) => reader.userId === userId);
  for (const reader of own.slice(0, -env.streamLimit)) disconnect(reader, "displaced");
}

function join(channelId: bigint, reader: Reader): Feed {
  const { feeds } = streams();
  const feed = feeds.get(channelId) ?? { channelId, readers: new Set(), rev: null, hinted: 0, loading: false };
  feeds.set(channelId, feed);
  feed.readers.add(reader);
  return feed;
}

async function catchUp(reader: Reader, feed: Feed, since: number | null): Promise<void> {
  const head = await db().channel.findUniqueOrThrow({ where: { id: feed.channelId }, select: { rev: true } });
  const who = { senders: reader.seesSenders };
  const missed = await changesSince(feed.channelId, since ?? Number(head.rev), MOST_CHANGES + 1, who);
  const rev = Math.max(Number(head.rev), missed.length > MOST_CHANGES ? 0 : (missed.at(-1)?.rev ?? 0));
  feed.rev ??= rev;
  void advance(feed);
  if (missed.length > 0) reader.stream.send(encodeChanges(feed.channelId, rev, missed).withSenders());
  reader.stream.send(encodeFrame({ type: "ready", channelId: `${feed.channelId}`, rev }, `${feed.channelId}:${rev}`));
}

function leave(reader: Reader): void {
  const { readers, feeds } = streams();
  readers.delete(reader);
  const feed = reader.channelId === null ? undefined : feeds.get(reader.channelId);
  feed?.readers.delete(reader);
  if (feed?.readers.size === 0) feeds.delete(feed.channelId);
}
