import { badgeText } from "@/components/unread/badge-text";
import type { SidebarChannelDto } from "@/lib/channels/dto";

/** A channel or a followed thread, of which nobody but the channel says how loud it is. */
type Counted = Pick<SidebarChannelDto, "unread" | "mentions"> &
  Partial<Pick<SidebarChannelDto, "kind" | "notifications">>;

/**
 * "(3) " for mentions, "• " for other unread messages, nothing when everything is read: what a tab's title begins with. A channel
 * of which somebody wants to hear nothing marks it only when they are mentioned there, a direct message not even then: its
 * messages are mentions all of them.
 */
export function titlePrefix(all: readonly Counted[]): string {
  const heard = all.filter(({ kind, notifications }) => kind !== "direct" || notifications !== "none");
  const mentions = heard.reduce((sum, counted) => sum + counted.mentions, 0);
  if (mentions > 0) return `(${badgeText(mentions)}) `;
  return heard.some(({ unread, notifications }) => unread > 0 && notifications !== "none") ? "• " : "";
}

/** The title with this prefix in place of the one that it had. */
export function withPrefix(title: string, before: string, prefix: string): string {
  const bare = before !== "" && title.startsWith(before) ? title.slice(before.length) : title;
  return prefix + bare;
}
