"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { AuthorAvatar } from "@/components/chat/message/author";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Link } from "@/components/ui/controls/link";
import { X } from "@/components/ui/icons/more-icons";
import { request } from "@/lib/browser/request";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { AuthorDto, NotificationsDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";
import type { Since } from "./find-news";
import { type BrowserNotification, notificationsFor } from "./notification-text";
import { useNews } from "./use-news";

// Long enough to read two lines and to reach for them.
const SHOWN_MS = 8_000;

type Banner = { text: BrowserNotification; author: AuthorDto };

/**
 * On a phone, shows a message that arrives elsewhere, if it notifies this person. It leads there, and goes away when that
 * conversation is opened, after a few seconds, or when it's dismissed. `since` is what they knew when it was loaded.
 */
export function MessageBanner({ since }: { since: readonly SidebarChannelDto[] }) {
  const pathname = usePathname();
  const [banner, setBanner] = useState<Banner | null>(null);

  const showLatest = async (news: readonly Since[]) => {
    if (news.length === 0 || document.visibilityState !== "visible") return;
    const answer = await request<NotificationsDto>(paths.api.notificationsSince(news));
    const latest = answer.ok ? answer.data.notifications[0] : undefined;
    const text = answer.ok ? notificationsFor(answer.data, true)[0] : undefined;
    if (!latest || !text) return;
    setBanner({ text, author: latest.message.author });
  };
  useNews(since, true, (news) => void showLatest(news));

  const close = () => setBanner(null);
  // Whatever page was opened, the banner has been seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes.
  useEffect(() => setBanner(null), [pathname]);
  useEffect(() => {
    if (banner === null) return;
    const timer = setTimeout(setBanner, SHOWN_MS, null);
    return () => clearTimeout(timer);
  }, [banner]);

  return (
    <div
      data-banner
      aria-live="polite"
      className="pointer-events-none fixed inset-x-2 top-[calc(0.5rem+env(safe-area-inset-top))] z-40 md:hidden"
    >
      {banner && (
        <div className="pointer-events-auto flex animate-appear items-center rounded-xl bg-surface-raised shadow-float">
          <Link
            href={banner.text.href}
            onClick={close}
            className="flex min-h-14 min-w-0 flex-1 items-center gap-2.5 rounded-xl py-2 ps-3 -outline-offset-2"
          >
            <AuthorAvatar author={banner.author} size={28} className="" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold text-sm">{banner.text.title}</span>
              <span className="block truncate text-sm text-text-muted">{withCustomEmoji(banner.text.body)}</span>
            </span>
          </Link>
          <IconButton label="Dismiss" icon={<X />} onClick={close} />
        </div>
      )}
    </div>
  );
}
