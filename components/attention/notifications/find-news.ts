import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { UnreadThreadDto } from "@/lib/messages/dto";

/** The last `seq` a tab knows in a channel, and the last keyword match it knows. Matches are found a moment later. */
type Position = { seq: number; matchSeq: number };

/** This tab's position in each channel. */
export type KnownPositions = ReadonlyMap<string, Position>;

/** A channel with the position after which its messages and matches are new to this tab. */
export type Since = Position & { channelId: string };

type Channel = Pick<SidebarChannelDto, "id" | "kind" | "msgSeq" | "unread" | "mentions" | "matchSeq" | "notifications">;
type Thread = Pick<UnreadThreadDto, "channelId" | "unread">;

/** The server's limit. */
const MOST = 100;

/**
 * Returns the channels with new messages that may notify this person, and the new positions. The first call only sets
 * the positions. The sidebar's counts are exact, so channels whose counts rule out a notification are skipped.
 * `lookedAt` is the channel in view.
 */
export function findNews(
  known: KnownPositions | null,
  channels: readonly Channel[],
  threads: readonly Thread[],
  lookedAt: string | null,
): { known: KnownPositions; since: Since[] } {
  const next = new Map(known);
  const since: Since[] = [];
  for (const channel of channels) {
    const { id, kind, msgSeq, matchSeq = 0 } = channel;
    // A direct message appears with its first message, which is new. Other channels appear when the user joins them.
    const first = known && kind === "direct" ? 0 : msgSeq;
    const position = known?.get(id) ?? { seq: first, matchSeq: first };
    next.set(id, { seq: Math.max(position.seq, msgSeq), matchSeq: Math.max(position.matchSeq, matchSeq) });
    const isNews = msgSeq > position.seq || matchSeq > position.matchSeq;
    if (isNews && id !== lookedAt && mayNotify(channel, threads)) since.push({ channelId: id, ...position });
  }
  return { known: next, since: since.slice(0, MOST) };
}

function mayNotify({ id, unread, mentions, notifications }: Channel, threads: readonly Thread[]): boolean {
  if (notifications === "none") return false;
  const counted = notifications === "all" ? unread : mentions;
  return counted > 0 || threads.some((thread) => thread.channelId === id && thread.unread > 0);
}
