import { requireChannel, seesSenders } from "@/lib/channels/access";
import { noteOpened } from "@/lib/channels/home-channel";
import { memberOf } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import { startBus } from "@/lib/events/hub";
import { tabIn } from "@/lib/live/presence/say";
import { bodyCarrier, type Carrier, EventStream, encodeFrame, OPENING } from "@/lib/live/streams/event-stream";
import {
  addReader,
  advance,
  disconnect,
  encodeChanges,
  encodeExpired,
  type Feed,
  MOST_CHANGES,
  type Reader,
  removeReader,
} from "@/lib/live/streams/readers";
import { recentlySentFaces, recheckPerson, streams } from "@/lib/live/streams/streams";
import { greet, sayOf, setShows } from "@/lib/live/streams/tell-presence";
import { changesSince } from "@/lib/messages/read/queries";
import type { SessionUser } from "@/lib/people/find-session-user";
import { userOfCookies } from "@/lib/people/sign-in/session-user";
import { fullNotice } from "@/lib/process/full-disk";
import { takeSlot } from "@/lib/process/in-turn";
import { personalLimit } from "@/lib/process/limits";
import { noSuchThing } from "@/lib/text/errors";
import { parseId } from "@/lib/text/text";

// Open pages per person and instance. Opening more closes the oldest.
const STREAMS = { count: 20, seconds: 1 };

/** A request for an event stream, as plain values. */
export type StreamRequest = { cookies: string; search: URLSearchParams; lastEventId: string | null };

/**
 * Whose stream it is and what it carries: changes of `channelId` after revision `rev` (null: from now on), and activity
 * in `memberOf`.
 */
export type StreamOptions = {
  userId: bigint;
  sessionId: bigint;
  memberOf: ReadonlySet<bigint>;
  /** Whether they see who sent a webhook's message by hand. Each delivery checks again. */
  seesSenders?: boolean;
  /** The page that opened the stream, by the name it chose, and whether others may see its person's presence. */
  page?: { tab: string; away: boolean; shows: boolean } | null;
  channelId: bigint | null;
  rev: number | null;
};

/**
 * Starts the requested stream, with the same access checks as the route handler. Returns false if no one is signed in;
 * throws like `streamOptions` and `startStream`.
 */
export async function streamFor({ cookies, search, lastEventId }: StreamRequest, carrier: Carrier): Promise<boolean> {
  const user = await userOfCookies(cookies);
  if (!user) return false;
  await startStream(await streamOptions(user, search, lastEventId), carrier);
  return true;
}

/** Returns the stream as the body of a web Response. */
export async function openStream(options: StreamOptions): Promise<ReadableStream<Uint8Array>> {
  const { carrier, body } = bodyCarrier();
  await startStream(options, carrier);
  return body;
}

/**
 * Reads `?channel=<id>&rev=<rev>`, `Last-Event-ID` and, for pages, `&tab=<name>` with `&away=1` if idle. Throws
 * `not_found` for a channel that the user can't see, or an invalid id.
 */
export async function streamOptions(
  user: SessionUser,
  search: URLSearchParams,
  lastEventId: string | null,
): Promise<StreamOptions> {
  const channel = search.get("channel");
  const channelId = channel === null ? null : parseId(channel);
  if (channel !== null && channelId === null) throw noSuchThing();
  const opened = channelId === null ? null : await requireChannel(user, channelId);
  const tab = tabIn(search);
  const away = search.get("away") === "1";
  // Not when a page that no one looks at reconnects.
  if (opened?.membership && tab !== null && !away) noteOpened(user, opened.channel.id);
  return {
    userId: user.id,
    sessionId: user.sessionId,
    memberOf: await memberOf(user),
    page: tab === null ? null : { tab, away, shows: user.showsPresence },
    seesSenders: opened !== null && seesSenders(opened),
    channelId,
    rev: resumeFrom(channelId, search.get("rev"), lastEventId),
  };
}

/**
 * The revision after which a reader of `channelId` needs changes: the later of the one that its page was rendered with
 * and the last one that it received before reconnecting. Null if it names neither, so it only gets future changes.
 */
export function resumeFrom(channelId: bigint | null, rev: string | null, lastEventId: string | null): number | null {
  const [lastChannel, lastRev = ""] = (lastEventId ?? "").split(":", 2);
  const known = [rev ?? "", lastChannel === `${channelId}` ? lastRev : ""].filter((text) => /^\d{1,15}$/.test(text));
  return known.length > 0 ? Math.max(...known.map(Number)) : null;
}

/**
 * Starts a person's event stream. The caller has checked that they may read the channel; each delivery checks again. If
 * they have too many streams, the oldest ends, which is the page that has been idle longest. During a shutdown the
 * stream ends at once. Resolves once it has caught up. Rejects if the database can't be read, and then nothing has been
 * written, unless the stream was displaced first.
 */
export async function startStream(options: StreamOptions, carrier: Carrier): Promise<void> {
  startBus();
  const state = streams();
  const { userId, sessionId, seesSenders = false, channelId } = options;
  const stream = new EventStream(carrier, () => {
    freeSlot();
    removeReader(state, reader);
    if (page) sayOf(state, userId);
  });
  const page = options.page ? { tab: options.page.tab, away: options.page.away } : null;
  const reader: Reader = { userId, sessionId, seesSenders, channelId, page, stream, queued: [] };
  // Hints come before catching up, so a change in between arrives twice rather than never.
  const isNews = addReader(state, reader, options.memberOf);
  // Their other streams don't know of this channel yet, or this stream was requested a moment too early.
  if (isNews) recheckPerson(state, userId);
  const person = state.people.get(userId);
  if (person && options.page) setShows(person, userId, options.page.shows);
  greet(state, reader);
  const most = personalLimit("streams", STREAMS)?.count ?? Number.POSITIVE_INFINITY;
  const freeSlot = takeSlot(`streams:${userId}`, most, () => disconnect(reader, "displaced"));
  await catchUp(reader, options.rev);
}

async function catchUp(reader: Reader, since: number | null): Promise<void> {
  const { stream } = reader;
  const state = streams();
  const feed = reader.channelId === null ? undefined : state.feeds.get(reader.channelId);
  try {
    const missed = feed
      ? await missedFrames(reader, feed, since)
      : [encodeFrame({ type: "ready", channelId: null, rev: 0, full: fullNotice() })];
    for (const frame of [OPENING, ...missed, ...recentlySentFaces(state), ...(reader.queued ?? [])]) stream.send(frame);
  } catch (error) {
    stream.close();
    throw error;
  }
  reader.queued = null;
  if (state.ended) stream.close();
}

async function missedFrames(reader: Reader, feed: Feed, since: number | null): Promise<Uint8Array[]> {
  const { channelId } = feed;
  const head = await db().channel.findUniqueOrThrow({
    where: { id: channelId },
    select: { rev: true, msgSeq: true, expiredSeq: true },
  });
  const who = { senders: reader.seesSenders };
  const { messages, more } = await changesSince(channelId, since ?? Number(head.rev), MOST_CHANGES, who);
  const rev = Math.max(Number(head.rev), more ? 0 : (messages.at(-1)?.rev ?? 0));
  feed.rev ??= rev;
  feed.seq ??= Number(head.msgSeq);
  void advance(feed);
  const changes = messages.length > 0 ? [encodeChanges(channelId, rev, more ? null : messages).withSenders()] : [];
  // A page that is as current as the channel was rendered without what retention has deleted.
  const isBehind = since !== null && since < Number(head.rev);
  const expired = isBehind && head.expiredSeq > 0n ? [encodeExpired(channelId, Number(head.expiredSeq))] : [];
  return [
    ...changes,
    ...expired,
    encodeFrame({ type: "ready", channelId: `${channelId}`, rev, full: fullNotice() }, `${channelId}:${rev}`),
  ];
}
