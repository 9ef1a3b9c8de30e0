import { toast } from "@/components/ui/toaster";
import { request } from "@/lib/browser/request";
import type { NotificationLevel } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";

/** Tells the server what the channel notifies this person of. Answers whether it was taken, and says so if it wasn't. */
export function changeLevel(channelId: string, notifications: NotificationLevel): Promise<boolean> {
  return changeNotifications(channelId, { notifications });
}

/** The same of whatever a member chooses of a channel's notifications. */
export async function changeNotifications(
  channelId: string,
  choice: { notifications: NotificationLevel } | { allReplies: boolean },
): Promise<boolean> {
  const { ok } = await request(paths.api.notifications(channelId), { method: "PUT", body: choice });
  if (ok) return true;
  toast.error("Your notification settings weren't saved. Try again in a moment.");
  return false;
}
