import type { SidebarChannelDto } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { log } from "@/lib/process/log";

type HomeChoice = Pick<SidebarChannelDto, "id" | "name" | "kind" | "unread">;

/**
 * Returns the channel that opens first on a device: the one that they opened last, on any device; else #general; else the
 * first one with unread messages, or the first one.
 */
export function homeChannel<C extends HomeChoice>(mine: readonly C[], lastId: bigint | null | undefined): C | null {
  return (
    mine.find(({ id }) => id === `${lastId}`) ??
    mine.find(({ kind, name }) => kind !== "direct" && name === "general") ??
    mine.find(({ unread }) => unread > 0) ??
    mine[0] ??
    null
  );
}

/** Records that they opened this channel. Failures are only logged. */
export function noteOpened(user: SessionUser, channelId: bigint): void {
  if (user.lastChannelId === channelId) return;
  db()
    .user.updateMany({ where: { id: user.id }, data: { lastChannelId: channelId } })
    .catch((error: unknown) => log.warn({ err: error }, "saving someone's last channel failed"));
}
