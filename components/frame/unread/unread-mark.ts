import { useKnown } from "@/lib/browser/data";
import type { Sidebar } from "@/lib/browser/rendered";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";
import { badgeText } from "./badge-text";

/** A channel or a followed thread. Threads have no notification level of their own. */
type UnreadCounts = Pick<SidebarChannelDto, "unread" | "mentions"> &
  Partial<Pick<SidebarChannelDto, "kind" | "notifications">>;

/**
 * Returns whether there is something new for its reader. A channel without notifications counts only for mentions, and a
 * direct message without them never: all of its messages are mentions.
 */
export function isUnread({ kind, unread, mentions, notifications }: UnreadCounts): boolean {
  if (notifications === "none") return kind !== "direct" && mentions > 0;
  return unread > 0 || mentions > 0;
}

/** Returns the mark for everything unread: the number of mentions, or else "•", or "" if all is read. */
export function unreadMark(all: readonly UnreadCounts[]): string {
  const heard = all.filter(isUnread);
  const mentions = heard.reduce((sum, counted) => sum + counted.mentions, 0);
  if (mentions > 0) return badgeText(mentions);
  return heard.length > 0 ? "•" : "";
}

/** Returns what a mark says of the unread messages: "unread messages" or "3 mentions". */
export function unreadText(mark: string): string {
  return mark === "•" ? "unread messages" : `${mark} ${mark === "1" ? "mention" : "mentions"}`;
}

/** Returns the mark for everything unread in the sidebar. */
export function useUnreadMark(): string {
  const mark = (now: Sidebar | null) => (now ? unreadMark([...now.channels, ...now.threads]) : "");
  return useKnown(paths.api.sidebar, mark, "");
}
