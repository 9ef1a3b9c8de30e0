import type { SidebarChannelDto } from "@/lib/channels/dto";

/** "deploys", or "deploys, 3 unread": what a channel's link is called. */
export function channelLabel({ name, unread }: SidebarChannelDto): string {
  return unread > 0 ? `${name}, ${unread > 99 ? "99+" : unread} unread` : name;
}

/** The number on a channel's badge. */
export function badgeText(unread: number): string {
  return unread > 99 ? "99+" : `${unread}`;
}
