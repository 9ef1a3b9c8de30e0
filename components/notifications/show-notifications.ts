import { request } from "@/lib/browser/request";
import type { NotificationsDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";
import type { Since } from "./find-news";
import type { BrowserNotification } from "./notification-text";

/** Shows what of the messages after these positions notifies this person. `open` goes to the message that is chosen. */
export async function showNotifications(
  since: readonly Since[],
  missed: boolean,
  open: (href: string) => void,
): Promise<void> {
  const answer = await request<NotificationsDto>(paths.api.notificationsSince(since));
  if (!answer.ok || answer.data.notifications.length === 0) return;
  // The texts need the Markdown parser, which most pages haven't loaded yet.
  const { notificationsFor } = await import("./notification-text");
  for (const notification of notificationsFor(answer.data, missed)) show(notification, open);
}

function show({ title, body, tag, href }: BrowserNotification, open: (href: string) => void): void {
  try {
    const shown = new Notification(title, { body, tag });
    shown.onclick = () => {
      window.focus();
      open(href);
      shown.close();
    };
  } catch {
    // Chrome on Android has `Notification` and grants permission, but its constructor throws: only service workers may show any.
  }
}
