"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import { currentPermission } from "@/components/frame/permission";
import { useLooking } from "@/components/ui/hooks/use-looking";
import { connection } from "@/lib/browser/events";
import { checkPushes, closeReadPushes, hasPushes } from "@/lib/browser/push";
import { request } from "@/lib/browser/request";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { NotificationsDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";
import type { Since } from "./find-news";
import { type Leadership, leadership } from "./leadership";
import type { BrowserNotification } from "./notification-text";
import { useNews } from "./use-news";

/**
 * Shows desktop notifications while this tab is open. It follows the sidebar's counts, which are fetched with a short
 * delay, so messages read in the meantime on any device don't notify. In browsers with push, it only closes
 * notifications once they're read. `since` is what this person knew when they opened the page. Renders nothing.
 */
export function Notifier({ since }: { since: readonly SidebarChannelDto[] }) {
  const router = useRouter();
  const looking = useLooking();
  const leads = useLeadership(looking);
  const missed = useRef(false);

  useEffect(
    () =>
      connection.status.subscribe(() => {
        if (["reconnecting", "displaced"].includes(connection.status.get())) missed.current = true;
      }),
    [],
  );

  const show = async (news: Parameters<typeof showNotifications>[0], late: boolean) => {
    if (await leads()) await showNotifications(news, late, (href) => router.push(href));
  };
  useEffect(() => void checkPushes(), []);
  useNews(since, looking, (news, { channels, threads }) => {
    const late = missed.current;
    if (connection.status.get() === "open") missed.current = false;
    if (hasPushes()) void closeReadPushes({ channels, threads });
    else if (news.length > 0 && currentPermission() === "granted") void show(news, late);
  });
  return null;
}

/** Returns whether this tab shows notifications. A tab takes over when it gets the focus. */
function useLeadership(looking: boolean): () => Promise<boolean> {
  const mine = useRef<Leadership | null>(null);
  useEffect(() => {
    const made = leadership(navigator.locks);
    mine.current = made;
    return made.stop;
  }, []);
  useEffect(() => {
    if (looking) mine.current?.take();
  }, [looking]);
  return useCallback(async () => (await mine.current?.leads()) ?? false, []);
}

/** Shows notifications for messages after these positions. `open` goes to a clicked notification's message. */
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
    // Chrome on Android grants permission, but only service workers can show notifications: this constructor throws.
  }
}
