"use client";

import { clsx } from "clsx";
import { MessagesSquare } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { badgeText } from "@/components/channels/sidebar-channels";
import type { UnreadThreadDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";
import { useUnreadThreads } from "./unread-threads";

/** The way to the threads that one follows, with how many of them have something new. */
export function ThreadsLink({ unread: rendered }: { unread: readonly UnreadThreadDto[] }) {
  const unread = useUnreadThreads(rendered).length;
  const current = usePathname() === paths.threads;
  return (
    <Link
      href={paths.threads}
      aria-current={current ? "page" : undefined}
      aria-label={unread > 0 ? `Threads, ${badgeText(unread)} unread` : "Threads"}
      className={clsx(
        "target-y flex items-center gap-2 rounded-md px-2.5 text-sm",
        current ? "bg-surface-selected text-text" : "hover:bg-surface-hover hover:text-text",
        !current && (unread > 0 ? "text-text" : "text-text-muted"),
        unread > 0 && "font-semibold",
      )}
    >
      <MessagesSquare aria-hidden="true" className="size-4 shrink-0" />
      <span className="flex-1">Threads</span>
      {unread > 0 && (
        <span className="rounded-full bg-accent px-1.5 text-accent-text text-xs tabular-nums">{badgeText(unread)}</span>
      )}
    </Link>
  );
}
