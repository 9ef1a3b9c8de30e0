import type { SidebarChannelDto } from "@/lib/channels/dto";

/** A count as a badge shows it. */
export function badgeText(count: number): string {
  return count > 99 ? "99+" : `${count}`;
}

/** "deploys", "deploys, 3 unread" or "deploys, 3 unread, 1 mention": what a channel's link is called. */
export function channelLabel({ name, unread, mentions }: SidebarChannelDto): string {
  const parts = [name];
  if (unread > 0) parts.push(`${badgeText(unread)} unread`);
  if (mentions > 0) parts.push(`${badgeText(mentions)} ${mentions === 1 ? "mention" : "mentions"}`);
  return parts.join(", ");
}
