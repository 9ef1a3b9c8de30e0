import type { SidebarChannelDto } from "@/lib/channels/dto";

/** The nearest unread channel after or before the open one in the sidebar's order, going round at its ends; null when there is none. */
export function nextUnread(
  channels: readonly Pick<SidebarChannelDto, "id" | "unread">[],
  openId: string | null,
  direction: "next" | "previous",
): string | null {
  const ordered = direction === "next" ? channels : channels.toReversed();
  const at = ordered.findIndex(({ id }) => id === openId);
  const following = [...ordered.slice(at + 1), ...ordered.slice(0, Math.max(at, 0))];
  return following.find(({ unread }) => unread > 0)?.id ?? null;
}
