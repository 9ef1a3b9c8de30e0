"use client";

import { clsx } from "clsx";
import { MessagesSquare } from "lucide-react";
import Link from "next/link";
import { repliesText } from "@/components/conversation/thread-summary";
import { AuthorAvatar } from "@/components/message/author";
import { AuthorCardName } from "@/components/message/author-card";
import { excerpt } from "@/components/message/excerpt";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import { badgeText } from "@/components/unread/badge-text";
import { useUnreadInThread } from "@/lib/browser/sidebar";
import type { ThreadSummaryDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";

/** The threads the user follows, or how to follow one. */
export function ThreadList({ threads }: { threads: ThreadSummaryDto[] }) {
  if (threads.length === 0) {
    return (
      <EmptyState icon={<MessagesSquare />} title="No threads yet">
        Threads you start, reply to or are mentioned in appear here. To start one, choose “Reply in thread” on a
        message.
      </EmptyState>
    );
  }
  return (
    <ul className="overflow-hidden rounded-xl border">
      {threads.map((thread) => (
        <ThreadRow key={thread.root.id} thread={thread} />
      ))}
    </ul>
  );
}

/** A followed thread: its first message, channel, number of replies and number of unread replies. */
function ThreadRow({ thread: { root, thread, channelTitle, unread: rendered } }: { thread: ThreadSummaryDto }) {
  const unread = useUnreadInThread(root.id, rendered);
  const { author } = root;
  return (
    <li className="relative grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3 border-border px-4 py-3 not-first:border-t hover:bg-surface-hover">
      <AuthorAvatar author={author} className="mt-0.5" />
      <div className="min-w-0">
        <span className="flex min-w-0 items-center gap-1.5">
          <AuthorCardName author={author} className="text-base" />
          <span className="truncate text-sm text-text-muted">in {channelTitle}</span>
        </span>
        <Link
          href={paths.thread(root.channelId, root.id)}
          dir="auto"
          className={clsx(
            "line-clamp-2 text-sm [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-lg",
            // The whole row is the link's target, so the focus ring surrounds the row.
            "focus-visible:outline-hidden focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(color:--focus)",
            root.deleted && "text-text-muted italic",
          )}
        >
          {root.deleted ? "This message was deleted." : excerpt(root, 240)}
        </Link>
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
      </div>
    </li>
  );
}
