import type { SidebarChannelDto } from "@/lib/channels/dto";
import { badgeText } from "./sidebar-channels";

/** "(3) " for mentions, "• " for other unread messages, nothing when everything is read: what a tab's title begins with. */
export function titlePrefix(places: readonly Pick<SidebarChannelDto, "unread" | "mentions">[]): string {
  const mentions = places.reduce((sum, place) => sum + place.mentions, 0);
  if (mentions > 0) return `(${badgeText(mentions)}) `;
  return places.some(({ unread }) => unread > 0) ? "• " : "";
}

/** The title with this prefix in place of the one that it had. */
export function withPrefix(title: string, before: string, prefix: string): string {
  const bare = before !== "" && title.startsWith(before) ? title.slice(before.length) : title;
  return prefix + bare;
}
