import type { SidebarChannelDto } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { log } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";

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

const opened = processWide("opened-channels", () => ({ waiting: new Map<bigint, bigint>(), isSaving: false }));

/** Records that they opened this channel. Of several that they open in a row, the last one counts. Failures are only logged. */
export function noteOpened({ id }: SessionUser, channelId: bigint): void {
  opened.waiting.set(id, channelId);
  if (!opened.isSaving) void saveOpened();
}

// One after the other, or an earlier one could be stored last. Compared with what is stored, because what a request knows of the
// person may be older than what they opened since.
async function saveOpened(): Promise<void> {
  opened.isSaving = true;
  for (const [id, lastChannelId] of opened.waiting) {
    opened.waiting.delete(id);
    const isAnother = { OR: [{ lastChannelId: null }, { lastChannelId: { not: lastChannelId } }] };
    await db()
      .user.updateMany({ where: { id, ...isAnother }, data: { lastChannelId } })
      .catch((error: unknown) => log.warn({ err: error }, "saving someone's last channel failed"));
  }
  opened.isSaving = false;
}
