import type { SidebarChannelDto } from "@/lib/channels/dto";

/** Returns a count as a badge shows it. */
export function badgeText(count: number): string {
  return count > 99 ? "99+" : `${count}`;
}

/** Returns a channel link's accessible name: "deploys", "deploys, 3 unread" or "deploys, 3 unread, 1 mention". */
export function channelLabel({ name, unread, mentions }: SidebarChannelDto): string {
  const parts = [name];
  if (unread > 0) parts.push(`${badgeText(unread)} unread`);
  if (mentions > 0) parts.push(`${badgeText(mentions)} ${mentions === 1 ? "mention" : "mentions"}`);
  return parts.join(", ");
}
