import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { UnreadThreadDto } from "@/lib/messages/dto";

/** By channel, up to which `seq` this tab knows of its messages. */
export type Known = ReadonlyMap<string, number>;

/** A channel, and the `seq` after which its messages are new to this tab. */
export type Since = { channelId: string; seq: number };

type Channel = Pick<SidebarChannelDto, "id" | "kind" | "msgSeq" | "unread" | "mentions" | "notifications">;
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
    const { id, kind, msgSeq } = channel;
    // A direct message first appears with its first message, which is news. Another channel appears by joining it, which isn't.
    const seq = known?.get(id) ?? (known && kind === "direct" ? 0 : msgSeq);
    next.set(id, Math.max(seq, msgSeq));
    if (msgSeq > seq && id !== lookedAt && mayNotify(channel, threads)) since.push({ channelId: id, seq });
  }
  return { known: next, since: since.slice(0, MOST) };
}

function mayNotify({ id, unread, mentions, notifications }: Channel, threads: readonly Thread[]): boolean {
  if (notifications === "none") return false;
  const counted = notifications === "all" ? unread : mentions;
  return counted > 0 || threads.some((thread) => thread.channelId === id && thread.unread > 0);
}
