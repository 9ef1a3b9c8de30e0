"use client";

import { ArrowDown, MessagesSquare } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { ChannelDto } from "@/lib/channels/dto";
import type { MessagePageDto } from "@/lib/messages/dto";
import type { MeDto } from "@/lib/users/dto";
import { Composer } from "./composer";
import { MessageRows } from "./message-rows";
import { useChannel } from "./use-channel";
import { useMarkRead } from "./use-mark-read";
import { useScroller } from "./use-scroller";

type ChannelViewProps = {
  channel: ChannelDto;
  me: MeDto;
  page: MessagePageDto;
  /** The message that a permalink led to. */
  target: number | null;
  /** What stands in the composer's place for who can't write here. */
  instead: ReactNode;
};

/** A channel: its messages, live, and where to write. */
export function ChannelView({ channel, me, page, target, instead }: ChannelViewProps) {
  const { state, loadOlder, loadNewer, loadLatest, sendText, retry, discard } = useChannel(channel.id, page);
  const [lastReadSeq] = useState(channel.lastReadSeq);
  const { scroller, isAtEnd, onScroll, jumpToEnd, showMessage } = useScroller({
    loadOlder,
    loadNewer,
    startAtEnd: target === null,
  });
  const atEnd = isAtEnd && !state.hasNewer;
  useMarkRead(channel.id, state.to, { from: channel.lastReadSeq, atEnd: atEnd && channel.role !== null });

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
  const onSend = (content: string) => {
    void jumpToLatest();
    sendText(content);
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
          className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain outline-none [overflow-anchor:none] focus-visible:outline-2 focus-visible:-outline-offset-2"
        >
          <div className="pb-4">
            {empty && <NothingYet channel={channel} />}
            <MessageRows
              channelId={channel.id}
              me={me}
              state={state}
              lastReadSeq={lastReadSeq}
              target={target}
              onRetry={retry}
              onDiscard={discard}
            />
          </div>
        </section>
        {!atEnd && !empty && (
          <div className="absolute end-6 bottom-3 z-10 rounded-md shadow-float">
            <Button variant="secondary" size="small" onClick={() => void jumpToLatest()}>
              <ArrowDown aria-hidden="true" />
              Jump to latest
            </Button>
          </div>
        )}
      </div>
      {instead ?? <Composer channelName={channel.name} onSend={onSend} />}
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
