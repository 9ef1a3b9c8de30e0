import { log } from "@/lib/log";
import type { MessageDto } from "@/lib/messages/dto";
import { changesSince } from "@/lib/messages/queries";
import { encodeFrame } from "@/lib/streams/event-stream";
import { disconnect, type Feed, sendTo, withBreaks } from "@/lib/streams/readers";
import { accessNow } from "@/lib/streams/sessions";

// Why: docs/decisions/event-stream.md

/** More changes than this at once are not sent: the reader is told to fetch the last page anew. */
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
      const [read, access] = await Promise.all([
        changesSince(feed.channelId, feed.rev, MOST_CHANGES + 1, { senders: true }),
        accessNow(feed.channelId, sessionIds),
      ]);
      // Commit order is counter order, so every revision up to the hinted one was there to be read. A later one waits for its own turn
      // if it was committed after access was read: somebody may have lost theirs in between.
      const rev = Math.max(hinted, Math.min(access.rev, read.at(-1)?.rev ?? 0));
      const messages = read.filter((message) => message.rev <= rev);
      feed.rev = rev;
      const frames = encodeChanges(feed.channelId, rev, messages);
      const began = performance.now();
      // Who joins during a break finds this revision by catching up.
      await withBreaks([...feed.readers], (reader) => {
        // Whoever joined while this was being read was let in a moment ago, and may not have caught up this far.
        const now = asked.has(reader)
          ? access.readers.get(reader.sessionId)
          : { mayRead: true, seesSenders: reader.seesSenders };
        if (now?.mayRead) sendTo(reader, now.seesSenders ? frames.withSenders() : frames.plain());
        else disconnect(reader, now === undefined ? "signed-out" : "gone");
      });
      await rest(performance.now() - began);
    }
  } catch (error) {
    log.warn({ err: error, channelId: `${feed.channelId}` }, "changes could not be read; the sweep will try again");
  } finally {
    feed.loading = false;
  }
}

// With so many readers that writing takes a while, posts get as much of the processor as their delivery: what comes meanwhile is
// delivered together.
function rest(milliseconds: number): Promise<void> | undefined {
  if (milliseconds < WORTH_A_REST_MS) return undefined;
  return new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, LONGEST_REST_MS)));
}

/**
 * The frames for these changes, or for `reset` when there are more than may be sent: for everybody, and, of messages that were read
 * with their senders, for those who see them. Each is encoded once at most.
 */
export function encodeChanges(channelId: bigint, rev: number, messages: MessageDto[]): Frames {
  const id = `${channelId}:${rev}`;
  const encode = (shown: MessageDto[]) =>
    shown.length > MOST_CHANGES
      ? encodeFrame({ type: "reset", channelId: `${channelId}`, rev }, id)
      : encodeFrame({ type: "changes", channelId: `${channelId}`, rev, messages: shown }, id);
  const asRead = once(() => encode(messages));
  const hasSenders = messages.some(({ sentBy }) => sentBy !== undefined);
  const plain = hasSenders ? once(() => encode(messages.map(({ sentBy: _, ...message }) => message))) : asRead;
  return { plain, withSenders: asRead };
}

type Frames = Record<"plain" | "withSenders", () => Uint8Array>;

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
