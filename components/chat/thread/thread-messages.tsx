"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { Composer } from "@/components/chat/composer/composer";
import { DropArea } from "@/components/chat/composer/drop-area";
import type { LocalFile } from "@/components/chat/composer/files/local-file";
import { pendingAsMessage } from "@/components/chat/composer/pending";
import { ActionsProvider, InThreadProvider } from "@/components/chat/conversation/actions/actions-context";
import { editorKey, startEditing, useEditLast } from "@/components/chat/conversation/actions/editing";
import { MessageItem } from "@/components/chat/conversation/message-item";
import { MessageRows } from "@/components/chat/conversation/message-rows";
import { ReactionRow } from "@/components/chat/conversation/reactions/reaction-row";
import { firstUnread } from "@/components/chat/conversation/rows";
import { tombstone, withChanges } from "@/components/chat/conversation/run/local-change";
import { BeforeChange, useScroller } from "@/components/chat/conversation/scrolling/use-scroller";
import { repliesText } from "@/components/chat/conversation/thread-summary";
import { ReaderProvider } from "@/components/chat/message/markdown/mentions-context";
import { MessageArticle } from "@/components/chat/message/message-article";
import { TypingLine } from "@/components/people/presence/typing-line";
import { Skeleton } from "@/components/ui/display/skeleton";
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

/** A thread: its root message, its live replies and the composer, which takes text before the replies are here. */
export function ThreadMessages({ channel, me, thread, root, reply }: ThreadMessagesProps) {
  const { run, status } = thread;
  const toEnd = useRef(() => {});
  const canWrite = channel.role !== null && !channel.archived;
  // In an announcement channel, others only reply.
  const mayAlsoSend = channel.whoPosts === "everyone" || channel.canManage;
  const [isChecked, setInChannel] = useAlsoSend(draftKey(me.id, root.id));
  const inChannel = mayAlsoSend && isChecked;
  const onSend = (content: string, files: readonly LocalFile[]) => {
    toEnd.current();
    thread.sendNew(content, files, inChannel);
    setInChannel(false);
  };
  const editLast = useEditLast(run, me.id, (id) => startEditing(editorKey(id, true)));
  return (
    <DropArea trayKey={canWrite ? draftKey(me.id, root.id) : null} to="the thread">
      {/* A click between the messages focuses this, so that typing goes to the thread's composer, also once they're replaced. */}
      <div tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {status === "ready" ? (
          <Replies channel={channel} me={me} thread={thread} root={root} reply={reply} toEnd={toEnd} />
        ) : (
          <Opening channel={channel} me={me} thread={thread} root={root} />
        )}
      </div>
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

type RepliesProps = ThreadMessagesProps & {
  /** Set to what scrolls to the last reply. */
  toEnd: RefObject<() => void>;
};

function Replies({ channel, me, thread, root, reply, toEnd }: RepliesProps) {
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
  useLayoutEffect(() => {
    toEnd.current = jumpToEnd;
  }, [toEnd, jumpToEnd]);
  const atEnd = isAtEnd === true;
  useThreadRead({ channelId: channel.id, rootId: root.id, following, newest: run.latest, lastReadSeq, atEnd });
  const [shownRoot = tombstone(root)] = withChanges([root], run.changes, me);
  return (
    <BeforeChange measure={noteIfMoved}>
      <div
        ref={scroller}
        // So that a click between the replies makes the keys scroll them.
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
  );
}

/** What is shown of a thread before its replies are here: its root message, and what was sent meanwhile. */
function Opening({ channel, me, thread: { run }, root }: Omit<ThreadMessagesProps, "reply">) {
  const sent = [...run.messages, ...run.pending.map((each) => pendingAsMessage(each, channel.id, me))];
  return (
    <div className="flex min-h-0 flex-1 flex-col-reverse overflow-hidden">
      <div className="mb-auto pt-2 pb-4">
        <ReaderProvider id={me.id}>
          <MessageArticle message={root} footer={<ReactionRow message={root} readerId={me.id} onReact={null} />} />
          <RepliesLine count={root.thread?.replyCount ?? 0} />
          <ReplySkeletons most={root.thread?.replyCount ?? 0} />
          {sent.map((message) => (
            <MessageArticle key={message.nonce ?? message.id} message={message} />
          ))}
        </ReaderProvider>
      </div>
    </div>
  );
}

/** Stands for up to three replies that are being loaded. */
export function ReplySkeletons({ most = WIDTHS.length }: { most?: number }) {
  return (
    <div className="flex flex-col gap-4 p-4 empty:hidden">
      {WIDTHS.slice(0, most).map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="size-9 shrink-0 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2 pt-1">
            <Skeleton className="h-3 w-24" />
            <Skeleton className={`h-3 ${width}`} />
          </div>
        </div>
      ))}
    </div>
  );
}

const WIDTHS = ["w-3/4", "w-1/2", "w-2/3"];

/** The line between the root message and its replies. */
function RepliesLine({ count }: { count: number }) {
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
    void request(threadPaths.read(channelId, rootId), { method: "POST", body: { seq: newest } });
  }, [channelId, rootId, unread, newest]);
}
