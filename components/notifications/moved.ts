import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { UnreadThreadDto } from "@/lib/messages/dto";

/** By channel, up to which `seq` this tab knows of its messages. */
export type Known = ReadonlyMap<string, number>;

/** A channel, and the `seq` after which its messages are in question. */
export type Place = { channelId: string; seq: number };

type Channel = Pick<SidebarChannelDto, "id" | "kind" | "msgSeq" | "unread" | "mentions" | "notifications">;
type Thread = Pick<UnreadThreadDto, "channelId" | "unread">;

/** The server refuses more at once. */
const MOST = 100;

/**
 * Where something has come that may notify this person, and what is known from then on; nothing when they are just told for the
 * first time what there is. The counts of the sidebar, which are exact, spare a question about what can't. `lookedAt` is the
 * channel that they have before their eyes.
 */
export function moved(
  known: Known | null,
  channels: readonly Channel[],
  threads: readonly Thread[],
  lookedAt: string | null,
): { known: Known; places: Place[] } {
  const next = new Map(known);
  const places: Place[] = [];
  for (const channel of channels) {
    const { id, kind, msgSeq } = channel;
    // A direct message comes into sight with its first message; other channels when one joins them, which is no news.
    const seq = known?.get(id) ?? (known && kind === "direct" ? 0 : msgSeq);
    next.set(id, Math.max(seq, msgSeq));
    if (msgSeq > seq && id !== lookedAt && mayNotify(channel, threads)) places.push({ channelId: id, seq });
  }
  return { known: next, places: places.slice(0, MOST) };
}

function mayNotify({ id, unread, mentions, notifications }: Channel, threads: readonly Thread[]): boolean {
  if (notifications === "none") return false;
  const counted = notifications === "all" ? unread : mentions;
  return counted > 0 || threads.some((thread) => thread.channelId === id && thread.unread > 0);
}
