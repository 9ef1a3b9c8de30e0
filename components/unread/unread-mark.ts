import { useKnown } from "@/lib/browser/data";
import type { Sidebar } from "@/lib/browser/rendered";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import { badgeText } from "./badge-text";

/** A channel or a followed thread, of which nobody but the channel says how loud it is. */
type Counted = Pick<SidebarChannelDto, "unread" | "mentions"> &
  Partial<Pick<SidebarChannelDto, "kind" | "notifications">>;

/**
 * What marks all that is unread: the number of mentions, or else "•", or nothing when everything is read. A muted channel counts only
 * when it mentions somebody, a muted direct message not even then: its messages are mentions all of them.
 */
export function unreadMark(all: readonly Counted[]): string {
  const heard = all.filter(({ kind, notifications }) => kind !== "direct" || notifications !== "none");
  const mentions = heard.reduce((sum, counted) => sum + counted.mentions, 0);
  if (mentions > 0) return badgeText(mentions);
  return heard.some(({ unread, notifications }) => unread > 0 && notifications !== "none") ? "•" : "";
}

/** The mark of everything that the sidebar shows as unread. */
export function useUnreadMark(): string {
  const mark = (now: Sidebar | null) => (now ? unreadMark([...now.channels, ...now.threads]) : "");
  return useKnown(paths.api.sidebar, mark, "");
}
