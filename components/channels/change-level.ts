import { toast } from "@/components/ui/overlays/toaster";
import { request } from "@/lib/browser/request";
import type { NotificationLevel } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";

/** Saves the channel's notification level. Returns whether it was saved, and shows a toast if it wasn't. */
export function changeLevel(channelId: string, notifications: NotificationLevel): Promise<boolean> {
  return changeNotifications(channelId, { notifications });
}

/** Does the same for any of a member's notification settings in a channel. */
export async function changeNotifications(
  channelId: string,
  choice: { notifications: NotificationLevel } | { allReplies: boolean },
): Promise<boolean> {
  const { ok } = await request(paths.api.notifications(channelId), { method: "PUT", body: choice });
  if (ok) return true;
  toast.error("Your notification settings weren't saved. Try again in a moment.");
  return false;
}
