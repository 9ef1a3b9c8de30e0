import { channelTitle } from "@/lib/channels/dto";
import { excerpt } from "@/lib/messages/cards/excerpt";
import type { NotificationDto, NotificationsDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";

/** A browser notification. A newer one with the same tag replaces it. */
export type BrowserNotification = { tag: string; title: string; body: string; href: string };

/** Above this number, messages are summarized in one notification. */
const MOST = 3;

/** The most characters of a message that a notification shows. */
const WORDS = 120;

/**
 * Returns the notifications for these messages, oldest first: one each, or one for all when there are many or they were
 * `missed` while offline.
 */
export function notificationsFor({ notifications, more }: NotificationsDto, missed: boolean): BrowserNotification[] {
  const [latest] = notifications;
  if (!latest) return [];
  const many = more || notifications.length > (missed ? 1 : MOST);
  return many ? [sum(latest, notifications.length, more)] : notifications.map(one).reverse();
}

function one(notification: NotificationDto): BrowserNotification {
  const { message, channel } = notification;
  return {
    tag: message.id,
    title: sourceOf(notification),
    body: excerpt(message, WORDS),
    href: paths.message(channel.id, message.seq),
  };
}

function sum(latest: NotificationDto, count: number, more: boolean): BrowserNotification {
  return {
    ...one(latest),
    tag: "parley-sum",
    title: more ? `More than ${count} new messages` : `${count} new messages`,
    body: `Latest from ${sourceOf(latest)}: ${excerpt(latest.message, WORDS)}`,
  };
}

function sourceOf({ message, channel }: NotificationDto): string {
  const author = cleanText(message.author.name);
  return channel.kind === "direct" ? author : `${author} in ${channelTitle(channel)}`;
}
