import { request } from "@/lib/browser/request";
import type { NotificationsDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";
import type { Place } from "./moved";
import type { Notice } from "./notification-text";

/** Shows what of the messages after these places notifies this person. `open` goes to the message that is chosen. */
export async function showNotices(
  places: readonly Place[],
  missed: boolean,
  open: (href: string) => void,
): Promise<void> {
  const answer = await request<NotificationsDto>(paths.api.notificationsSince(places));
  if (!answer.ok || answer.data.notifications.length === 0) return;
  // Reading Markdown takes code that most pages don't need before.
  const { noticesFor } = await import("./notification-text");
  for (const notice of noticesFor(answer.data, missed)) show(notice, open);
}

function show({ title, body, tag, href }: Notice, open: (href: string) => void): void {
  try {
    const shown = new Notification(title, { body, tag });
    shown.onclick = () => {
      window.focus();
      open(href);
      shown.close();
    };
  } catch {
    // Phones have the name, and permission, but show nothing of a page's own.
  }
}
