import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { ReadMove } from "./read-position";

/** "deploys", "deploys, 3 unread" or "deploys, 3 unread, 1 mention": what a channel's link is called. */
export function channelLabel({ name, unread, mentions }: SidebarChannelDto): string {
  const parts = [name];
  if (unread > 0) parts.push(`${badgeText(unread)} unread`);
  if (mentions > 0) parts.push(`${badgeText(mentions)} ${mentions === 1 ? "mention" : "mentions"}`);
  return parts.join(", ");
}

/** A count as a badge shows it. */
export function badgeText(count: number): string {
  return count > 99 ? "99+" : `${count}`;
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
