import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { UnreadThreadDto } from "@/lib/messages/dto";

/** Up to which `seq` a tab knows of a channel's messages, and of those among them that match keywords, which are found a moment later. */
type Position = { seq: number; matchSeq: number };

/** By channel, what this tab knows of. */
export type Known = ReadonlyMap<string, Position>;

/** A channel, and after which of its messages, and of its matches, they are new to this tab. */
export type Since = Position & { channelId: string };

type Channel = Pick<SidebarChannelDto, "id" | "kind" | "msgSeq" | "unread" | "mentions" | "matchSeq" | "notifications">;
type Thread = Pick<UnreadThreadDto, "channelId" | "unread">;

/** The server refuses more at once. */
const MOST = 100;

/**
 * The channels with new messages that may notify this person, and what is known from then on. The first call only learns what there
 * is. The sidebar's counts are exact, so a channel whose counts say that nothing can notify is not asked about. `lookedAt` is the
 * channel that the person has in front of them.
 */
export function findNews(
  known: Known | null,
  channels: readonly Channel[],
  threads: readonly Thread[],
  lookedAt: string | null,
): { known: Known; since: Since[] } {
  const next = new Map(known);
  const since: Since[] = [];
  for (const channel of channels) {
    const { id, kind, msgSeq, matchSeq = 0 } = channel;
    // A direct message first appears with its first message, which is news. Another channel appears by joining it, which isn't.
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
