"use client";

import { clsx } from "clsx";
import { Bell } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useNoticeCount } from "@/components/channels/notice-count";
import { badgeText } from "@/components/channels/sidebar-channels";
import type { NoticeCountDto } from "@/lib/notices/dto";
import { paths } from "@/lib/paths";

/** The way to what others did to one's webhooks, for who has ever had a notice of it, with how many are new. */
export function NoticesLink({ count }: { count: NoticeCountDto }) {
  const { any, unseen } = useNoticeCount(count);
  const current = usePathname() === paths.notices;
  if (!any && !current) return null;
  return (
    <Link
      href={paths.notices}
      aria-current={current ? "page" : undefined}
      aria-label={unseen > 0 ? `Notices, ${badgeText(unseen)} new` : "Notices"}
      className={clsx(
        "target-y flex items-center gap-2 rounded-md px-2.5 text-sm",
        current ? "bg-surface-selected text-text" : "hover:bg-surface-hover hover:text-text",
        !current && (unseen > 0 ? "text-text" : "text-text-muted"),
        unseen > 0 && "font-semibold",
      )}
    >
      <Bell aria-hidden="true" className="size-4 shrink-0" />
      <span className="flex-1">Notices</span>
      {unseen > 0 && (
        <span className="rounded-full bg-accent px-1.5 text-accent-text text-xs tabular-nums">{badgeText(unseen)}</span>
      )}
    </Link>
  );
}
