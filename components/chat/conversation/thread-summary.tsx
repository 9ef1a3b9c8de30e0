"use client";

import { AuthorAvatar } from "@/components/chat/message/author";
import { badgeText } from "@/components/frame/unread/badge-text";
import { Time } from "@/components/ui/time/time";
import { useUnreadInThread } from "@/lib/browser/sidebar";
import type { MessageDto, ThreadDto } from "@/lib/messages/dto";
import { askForReplies } from "./asked-replies";
import { openThread } from "./open-pane";

/** Below a message with replies: who replied, how many replies there are, how many of them are new, and the last one. Opens the thread. */
export function ThreadSummary({ message }: { message: MessageDto }) {
  const unread = useUnreadInThread(message.id);
  if (!message.thread) return null;
  const { lastReplyAt, repliers } = message.thread;
  const near = () => askForReplies(message.id);
  return (
    <button
      type="button"
      data-thread-summary
      onPointerEnter={near}
      // The pointer may have stayed here since a thread was closed.
      onPointerDown={near}
      onClick={() => {
        near();
        openThread(message.id);
      }}
      className="target-y -my-1 -ms-2 inline-flex max-w-full items-center gap-2 self-start rounded-md px-2 text-sm hover:bg-surface-hover"
    >
      <span className="flex shrink-0 gap-0.5">
        {repliers?.map((author) => (
          <AuthorAvatar key={author.id} author={author} size={20} className="" />
        ))}
      </span>
      <span className="font-medium text-accent">{threadText(message.thread)}</span>
      {unread > 0 && (
        <span className="rounded-full bg-accent px-1.5 font-semibold text-accent-text text-xs tabular-nums">
          {badgeText(unread)} new
        </span>
      )}
      <span className="min-w-0 truncate text-text-muted text-xs">
        last <Time at={lastReplyAt} format="relative" className="min-w-0!" />
      </span>
    </button>
  );
}

/** Returns "12 replies", or after a storm "312 more like this" and how many other replies there are. */
export function threadText({ replyCount, gathered = 0 }: Pick<ThreadDto, "replyCount" | "gathered">): string {
  const others = replyCount - gathered;
  const alike = gathered > 0 ? [`${gathered.toLocaleString("en-US")} more like this`] : [];
  return [...alike, ...(others > 0 || gathered === 0 ? [repliesText(others)] : [])].join(" · ");
}

/** Returns "1 reply" or "12 replies". */
export function repliesText(count: number): string {
  return count === 1 ? "1 reply" : `${count} replies`;
}
