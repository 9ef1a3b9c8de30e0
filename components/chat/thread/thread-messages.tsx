"use client";

import { useEffect, useRef } from "react";
import { Composer } from "@/components/chat/composer/composer";
import { DropArea } from "@/components/chat/composer/drop-area";
import type { LocalFile } from "@/components/chat/composer/files/local-file";
import { ActionsProvider, InThreadProvider } from "@/components/chat/conversation/actions/actions-context";
import { editorKey, startEditing, useEditLast } from "@/components/chat/conversation/actions/editing";
import { MessageItem } from "@/components/chat/conversation/message-item";
import { MessageRows } from "@/components/chat/conversation/message-rows";
import { firstUnread } from "@/components/chat/conversation/rows";
import { tombstone, withChanges } from "@/components/chat/conversation/run/local-change";
import { BeforeChange, useScroller } from "@/components/chat/conversation/scrolling/use-scroller";
import { repliesText } from "@/components/chat/conversation/thread-summary";
import { ReaderProvider } from "@/components/chat/message/markdown/mentions-context";
import { TypingLine } from "@/components/people/presence/typing-line";
import { useLooking } from "@/components/ui/hooks/use-looking";
import { draftKey } from "@/lib/browser/drafts";
import { request } from "@/lib/browser/request";
import type { ChannelDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";
import type { MeDto } from "@/lib/people/dto";
import { threadPaths } from "@/lib/text/thread-paths";
import { AlsoSend, useAlsoSend } from "./also-send";
import type { useThread } from "./use-thread";

type ThreadMessagesProps = {
  channel: ChannelDto;
  me: MeDto;
  thread: ReturnType<typeof useThread>;
  /** The message the thread is about. */
  root: MessageDto;
  /** The reply that a link points to. */
  reply: number | null;
};

/** A thread's root message, its live replies and the composer. */
export function ThreadMessages({ channel, me, thread, root, reply }: ThreadMessagesProps) {
  const { run, following, lastReadSeq } = thread;
  const { loading, loadOlder, loadNewer } = thread.paging;
  const fresh = following && lastReadSeq > 0 ? firstUnread(run.messages, lastReadSeq, me.id) : null;
  const start = useRef(reply ?? fresh?.seq ?? null);
  const middle = useRef<number | null>(null);
  const { scroller, isAtEnd, onScroll, noteIfMoved, jumpToEnd, jumpToStart, showMessage } = useScroller({
    pages: { loadOlder, loadNewer },
    bound: () => undefined,
    run,
    start: start.current === null ? "end" : "elsewhere",
    middle,
  });
  useEffect(() => {
    if (start.current !== null) showMessage(start.current);
    start.current = null;
  }, [showMessage]);
  const atEnd = isAtEnd === true;
  useThreadRead({ channelId: channel.id, rootId: root.id, following, newest: run.latest, lastReadSeq, atEnd });

  const canWrite = channel.role !== null && !channel.archived;
  const [shownRoot = tombstone(root)] = withChanges([root], run.changes, me);
  // In an announcement channel, others only reply.
  const mayAlsoSend = channel.whoPosts === "everyone" || channel.canManage;
  const [isChecked, setInChannel] = useAlsoSend(draftKey(me.id, root.id));
  const inChannel = mayAlsoSend && isChecked;
  const onSend = (content: string, files: readonly LocalFile[]) => {
    jumpToEnd();
    thread.sendNew(content, files, inChannel);
    setInChannel(false);
  };
  const editLast = useEditLast(run, me.id, (id) => startEditing(editorKey(id, true)));
  return (
    <DropArea trayKey={canWrite ? draftKey(me.id, root.id) : null} to="the thread">
      <BeforeChange measure={noteIfMoved}>
        <div
          ref={scroller}
          // A click between the replies focuses the thread, so that typing goes to its composer.
          tabIndex={-1}
          onScroll={onScroll}
          className="isolate flex min-h-0 flex-1 flex-col-reverse outline-none overflow-y-auto overscroll-contain [overflow-anchor:none]"
        >
          <div className="mb-auto pt-2 pb-4">
            <InThreadProvider>
              <ReaderProvider id={me.id}>
                <ActionsProvider channel={channel} readerId={me.id} change={thread.change}>
                  <MessageItem message={shownRoot} grouped={false} highlighted={false} tabbable />
                  <RepliesLine count={root.thread?.replyCount ?? 0} />
                  <MessageRows
                    channelId={channel.id}
                    me={me}
                    label="Replies"
                    run={run}
                    ways={{ loadOlder, loadNewer, toFirst: jumpToStart, toLast: jumpToEnd }}
                    loading={loading}
                    line={following && lastReadSeq > 0 ? lastReadSeq : null}
                    startAfter={null}
                    target={reply}
                    onRetry={thread.retry}
                    onDiscard={thread.discard}
                    onCancel={thread.cancel}
                  />
                </ActionsProvider>
              </ReaderProvider>
            </InThreadProvider>
          </div>
        </div>
      </BeforeChange>
      <TypingLine channelId={channel.id} threadId={root.id} myId={me.id} />
      {canWrite && (
        <Composer
          channel={channel}
          me={me}
          threadId={root.id}
          inChannel={inChannel}
          onSend={onSend}
          onGone={() => setInChannel(false)}
          onEditLast={editLast}
          below={mayAlsoSend && <AlsoSend channel={channel} checked={inChannel} onChange={setInChannel} />}
        />
      )}
      {!canWrite && (
        <p className="border-t px-4 py-3 text-sm text-text-muted">
          {channel.archived ? "This channel is archived. No one can reply." : "Join the channel to reply."}
        </p>
      )}
    </DropArea>
  );
}

/** The line between the root message and its replies. */
export function RepliesLine({ count }: { count: number }) {
  return (
    <div className="mx-4 my-1 flex items-center gap-3 text-text-muted text-xs">
      {count === 0 ? "No replies yet" : repliesText(count)}
      <span aria-hidden="true" className="h-px flex-1 bg-border" />
    </div>
  );
}

type Options = {
  channelId: string;
  rootId: string;
  following: boolean;
  /** The `seq` of the last loaded reply. */
  newest: number;
  /** The read position when the thread was opened. */
  lastReadSeq: number;
  /** Whether the thread's end is in view. */
  atEnd: boolean;
};

/** Marks a followed thread as read while its end is in view. */
function useThreadRead({ channelId, rootId, following, newest, lastReadSeq, atEnd }: Options): void {
  const looking = useLooking() && atEnd;
  const unread = following && looking && newest > lastReadSeq;
  useEffect(() => {
    if (!unread) return;
    // A failure needs no retry: the next reply or opening the thread again reports the position.
    void request(threadPaths.read(channelId, rootId), { method: "POST", body: { seq: newest }, keepalive: true });
  }, [channelId, rootId, unread, newest]);
}
