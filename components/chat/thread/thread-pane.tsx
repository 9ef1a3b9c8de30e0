"use client";

import { type KeyboardEvent, useEffect, useRef } from "react";
import { closePane } from "@/components/chat/conversation/open-pane";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Banner } from "@/components/ui/display/banner";
import { EmptyState } from "@/components/ui/display/empty-state";
import { Bell, BellOff } from "@/components/ui/icons/icons";
import { ArrowLeft, MessagesSquare, X } from "@/components/ui/icons/more-icons";
import { toast } from "@/components/ui/overlays/toaster";
import { type ChannelDto, channelTitle } from "@/lib/channels/dto";
import type { MeDto } from "@/lib/people/dto";
import { ReplySkeletons, ThreadMessages } from "./thread-messages";
import { useThread } from "./use-thread";

type ThreadPaneProps = {
  channel: ChannelDto;
  me: MeDto;
  rootId: string;
  /** The reply that a link points to. */
  reply: number | null;
};

/** A thread beside its channel, or over it on narrow screens. */
export function ThreadPane({ channel, me, rootId, reply }: ThreadPaneProps) {
  const thread = useThread(channel.id, rootId);
  const { status, root, following } = thread;
  const pane = useRef<HTMLElement>(null);
  useEffect(() => returnFocusTo(rootId), [rootId]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys from dialogs over the thread bubble through React's tree; ignore them here.
    const isHere = event.target instanceof Node && pane.current?.contains(event.target);
    if (event.key !== "Escape" || event.defaultPrevented || !isHere) return;
    event.preventDefault();
    closePane();
  };
  const ready = status === "ready";
  return (
    <section
      ref={pane}
      aria-label="Thread"
      data-thread
      onKeyDown={onKeyDown}
      className="flex flex-col bg-surface max-lg:absolute max-lg:inset-0 max-lg:z-20 lg:w-95 lg:shrink-0 lg:border-s"
    >
      <ThreadHeader
        title={channelTitle(channel)}
        following={ready && following}
        onFollow={ready && channel.role !== null ? thread.setFollowing : null}
      />
      {status === "loading" && !root && <ReplySkeletons />}
      {status === "failed" && (
        <div className="p-4">
          <Banner
            tone="danger"
            action={
              <Button variant="secondary" size="small" onClick={() => void thread.load()}>
                Try again
              </Button>
            }
          >
            Couldn't load this thread. Check your connection and try again.
          </Banner>
        </div>
      )}
      {status === "gone" && (
        <EmptyState
          icon={<MessagesSquare />}
          title="This thread no longer exists"
          action={<Button onClick={closePane}>Back to {channelTitle(channel)}</Button>}
        >
          Its message was deleted, or the link is wrong.
        </EmptyState>
      )}
      {(ready || status === "loading") && root && (
        <ThreadMessages channel={channel} me={me} thread={thread} root={root} reply={reply} />
      )}
    </section>
  );
}

/** Returns the focus to the root message when the thread closes. */
function returnFocusTo(rootId: string): () => void {
  return () => {
    // Not when another thread replaces this one, or a dialog is open.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const root = document.querySelector<HTMLElement>(`article[data-message="${rootId}"]`);
      root?.focus({ preventScroll: true });
    });
  };
}

/** The thread's header: its channel, the follow button and the close button. */
function ThreadHeader({ title, following, onFollow }: ThreadHeaderProps) {
  const toggle = async (follow: boolean) => {
    if (!(await onFollow?.(follow))) toast.error("Couldn't change this. Check your connection and try again.");
  };
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 border-b ps-4 pe-2 max-lg:ps-2">
      <IconButton label="Back to the channel" icon={<ArrowLeft />} className="lg:hidden" onClick={closePane} />
      <h2 className="flex min-w-0 flex-1 items-baseline gap-2">
        <span className="font-semibold">Thread</span>
        <span className="truncate text-sm text-text-muted">{title}</span>
      </h2>
      {onFollow && (
        <Button
          variant="ghost"
          size="small"
          aria-pressed={following}
          title={following ? "New replies show up in your Threads." : "New replies don't show up in your Threads."}
          onClick={() => void toggle(!following)}
        >
          {following ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />}
          {following ? "Following" : "Follow"}
        </Button>
      )}
      <IconButton label="Close thread" icon={<X />} className="max-lg:hidden" onClick={closePane} />
    </header>
  );
}

type ThreadHeaderProps = {
  title: string;
  following: boolean;
  /** Null for non-members and while the thread loads. Resolves to whether it worked. */
  onFollow: ((following: boolean) => Promise<boolean>) | null;
};
