"use client";

import { clsx } from "clsx";
import { MessagesSquare } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useUnreadCount } from "@/components/channels/unread-counts";
import { EmptyState } from "@/components/ui/empty-state";
import type { ChannelDto } from "@/lib/channels/dto";
import type { MessagePageDto } from "@/lib/messages/dto";
import type { MeDto } from "@/lib/users/dto";
import { ActionsProvider } from "./actions/actions-context";
import { startEditing } from "./actions/editing";
import { Composer } from "./composer";
import { lastOwnMessage } from "./composer/last-own";
import { countUnread, firstUnread } from "./group";
import { JumpBar } from "./jump-bar";
import { MessageRows } from "./message-rows";
import { useCatchUpKey } from "./use-catch-up-key";
import { useChannel } from "./use-channel";
import { useMarkRead } from "./use-mark-read";
import { useScrollIntent } from "./use-scroll-intent";
import { useScroller } from "./use-scroller";

type ChannelViewProps = {
  channel: ChannelDto;
  me: MeDto;
  page: MessagePageDto;
  /** The message that a permalink led to. */
  target: number | null;
  /** What stands in the composer's place for who can't write here. */
  instead: ReactNode;
  /** Stands where messages would, while there are none. */
  whenEmpty?: ReactNode;
};

/** A channel: its messages, live, and where to write. */
export function ChannelView({ channel, me, page, target, instead, whenEmpty }: ChannelViewProps) {
  const { state, loadOlder, loadNewer, loadLatest, sendText, retry, discard, change } = useChannel(channel.id, page);
  const isMember = channel.role !== null;
  const [openedAt] = useState(channel.lastReadSeq);
  const opensAtNew = isMember && firstUnread(page.messages, openedAt, me.id) !== null;
  const { scroller, isAtEnd, placing, onScroll, jumpToEnd, showMessage } = useScroller({
    loadOlder,
    loadNewer,
    hasNewer: state.hasNewer,
    start: target !== null ? "elsewhere" : opensAtNew ? "new" : "end",
  });
  const reading = useMarkRead(channel.id, { lastReadSeq: openedAt, newest: state.to, atEnd: isAtEnd && isMember });
  useScrollIntent(scroller, reading.release);
  const counted = useUnreadCount(channel.id);
  const unread = (state.hasNewer ? counted : null) ?? countUnread(state.messages, reading.read, me.id);

  const shown = useRef(false);
  useEffect(() => {
    if (target === null || shown.current) return;
    shown.current = true;
    showMessage(target);
  }, [target, showMessage]);

  const jumpToLatest = async () => {
    if (state.hasNewer) await loadLatest();
    jumpToEnd();
  };
  const catchUp = async () => {
    await jumpToLatest();
    if (isMember) reading.catchUp();
  };
  useCatchUpKey(() => void catchUp());
  const onSend = (content: string) => {
    void jumpToLatest();
    sendText(content);
  };
  const editLast = () => {
    const last = state.hasNewer ? null : lastOwnMessage(state.messages, me.id);
    if (last) startEditing(last);
  };
  const empty = state.messages.length === 0 && state.pending.length === 0 && !state.hasOlder;
  return (
    <>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <section
          ref={scroller}
          aria-label="Messages"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          onScroll={onScroll}
          className={clsx(
            "flex min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none [overflow-anchor:none] focus-visible:outline-2 focus-visible:-outline-offset-2",
            placing ? "flex-col" : "flex-col-reverse",
          )}
        >
          <div className={clsx("pb-4", placing && "relative mt-auto shrink-0")}>
            {empty && <NothingYet channel={channel} />}
            {empty && whenEmpty}
            <ActionsProvider channel={channel} readerId={me.id} change={change}>
              <MessageRows
                channelId={channel.id}
                me={me}
                state={state}
                line={isMember ? reading.line : null}
                placedAfter={placing ? openedAt : null}
                target={target}
                onRetry={retry}
                onDiscard={discard}
              />
            </ActionsProvider>
          </div>
        </section>
        {!empty && (
          <JumpBar
            atEnd={isAtEnd || placing}
            unread={isMember ? unread : 0}
            held={reading.held}
            onJump={() => void jumpToLatest()}
            onMarkRead={() => void catchUp()}
          />
        )}
      </div>
      {instead ?? <Composer channel={channel} me={me} onSend={onSend} onEditLast={editLast} />}
    </>
  );
}

function NothingYet({ channel }: { channel: ChannelDto }) {
  return (
    <EmptyState icon={<MessagesSquare />} title={`This is the beginning of #${channel.name}`}>
      Write the first message below
      {channel.canManageWebhooks && ", or let a tool do it: make a webhook in the channel's settings"}.
    </EmptyState>
  );
}
