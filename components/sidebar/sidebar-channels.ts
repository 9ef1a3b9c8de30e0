import { badgeText } from "@/components/unread/badge-text";
import type { ReadMove } from "@/components/unread/read-position";
import type { SidebarChannelDto } from "@/lib/channels/dto";

/** "deploys", "deploys, 3 unread" or "deploys, 3 unread, 1 mention": what a channel's link is called. */
export function channelLabel({ name, unread, mentions }: SidebarChannelDto): string {
  const parts = [name];
  if (unread > 0) parts.push(`${badgeText(unread)} unread`);
  if (mentions > 0) parts.push(`${badgeText(mentions)} ${mentions === 1 ? "mention" : "mentions"}`);
  return parts.join(", ");
}

/** The channels as they are after a move of the read position, as far as that can be told without asking. */
export function afterRead(
  channels: SidebarChannelDto[],
  { channelId, lastReadSeq, back }: ReadMove,
): SidebarChannelDto[] {
  return channels.map((channel) => {
    if (channel.id !== channelId || back || lastReadSeq < channel.lastReadSeq) return channel;
    const all = lastReadSeq >= channel.msgSeq;
    return { ...channel, lastReadSeq, ...(all && { unread: 0, mentions: 0 }) };
  });
}

/** The channels as the server rendered them, with the counts of those `known` that have come further since. */
export function withLaterCounts(
  rendered: SidebarChannelDto[],
  known: readonly SidebarChannelDto[],
): SidebarChannelDto[] {
  const byId = new Map(known.map((channel) => [channel.id, channel]));
  return rendered.map((channel) => {
    const later = byId.get(channel.id);
    if (!later || later.msgSeq < channel.msgSeq || later.lastReadSeq < channel.lastReadSeq) return channel;
    const { msgSeq, lastReadSeq, unread, mentions } = later;
    return { ...channel, msgSeq, lastReadSeq, unread, mentions };
  });
}
