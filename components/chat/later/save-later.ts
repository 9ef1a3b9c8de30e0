import { toast } from "@/components/ui/overlays/toaster";
import { request } from "@/lib/browser/request";
import { changeSidebar } from "@/lib/browser/sidebar";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";

type SavedMessage = Pick<MessageDto, "id" | "channelId">;

/** Saves a message for later, with a reminder if a time is given, and says so; shows a toast on failure. */
export async function saveMessage(message: SavedMessage, remindAt?: Date | null): Promise<void> {
  mark(message.id, true);
  const body = remindAt === undefined ? {} : { remindAt: remindAt?.toISOString() ?? null };
  const answer = await request(paths.api.saved(message.channelId, message.id), { method: "PUT", body });
  if (answer.ok) {
    toast.success(remindAt ? "We'll remind you" : remindAt === null ? "Reminder removed" : "Saved for later");
    return;
  }
  if (remindAt === undefined) mark(message.id, false);
  toast.error(answer.error ?? "This wasn't saved. Check your connection and try again.");
}

/** Removes a message from the saved ones; its toast can undo that. */
export async function unsaveMessage(message: SavedMessage): Promise<void> {
  mark(message.id, false);
  const answer = await request(paths.api.saved(message.channelId, message.id), { method: "DELETE" });
  if (answer.ok) toast("Removed from Later", { action: { label: "Undo", onClick: () => void saveMessage(message) } });
  else {
    mark(message.id, true);
    toast.error(answer.error ?? "This wasn't removed. Check your connection and try again.");
  }
}

function mark(messageId: string, saved: boolean): void {
  changeSidebar((sidebar) => {
    const { messageIds = [], due = 0 } = sidebar.later ?? {};
    const others = messageIds.filter((id) => id !== messageId);
    return { ...sidebar, later: { messageIds: saved ? [messageId, ...others] : others, due } };
  });
}
