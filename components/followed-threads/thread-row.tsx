"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { repliesText } from "@/components/conversation/replies-text";
import { AuthorAvatar, AuthorName } from "@/components/message/author";
import { excerpt } from "@/components/message/excerpt";
import { Time } from "@/components/ui/time";
import { badgeText } from "@/components/unread/badge-text";
import { useUnreadInThread } from "@/components/unread/unread-threads";
import type { ThreadSummaryDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";

/** One followed thread: what it is about, where, how much is said in it and what of that is new. */
export function ThreadRow({ thread: { root, thread, channelTitle, unread: rendered } }: { thread: ThreadSummaryDto }) {
  const unread = useUnreadInThread(root.id, rendered);
  const { author } = root;
  return (
    <li className="border-border not-first:border-t">
      <Link
        href={paths.thread(root.channelId, root.id)}
        className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3 px-4 py-3 -outline-offset-2 hover:bg-surface-hover"
      >
        <AuthorAvatar author={author} className="mt-0.5" />
        <span className="min-w-0">
          <span className="flex min-w-0 items-center gap-1.5">
            <AuthorName author={author} />
            <span className="truncate text-sm text-text-muted">in {channelTitle}</span>
          </span>
          <span
            dir="auto"
            className={clsx("line-clamp-2 text-sm [overflow-wrap:anywhere]", root.deleted && "text-text-muted italic")}
          >
            {root.deleted ? "This message was deleted." : excerpt(root, 240)}
          </span>
          <span className="flex flex-wrap items-center gap-2 pt-1 text-text-muted text-xs">
            {unread > 0 && (
              <span className="rounded-full bg-accent px-1.5 font-semibold text-accent-text tabular-nums">
                {badgeText(unread)} new
              </span>
            )}
            <span className="tabular-nums">{repliesText(thread.replyCount)}</span>
            <span>
              last <Time at={thread.lastReplyAt} format="relative" className="min-w-0!" />
            </span>
          </span>
        </span>
      </Link>
    </li>
  );
}
