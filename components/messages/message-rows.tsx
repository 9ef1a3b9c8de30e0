"use client";

import { useMemo } from "react";
import { useTimeZone } from "@/components/ui/time-zone";
import type { MeDto } from "@/lib/users/dto";
import { withChanges } from "./actions/local-change";
import { useRovingMessage } from "./actions/use-roving-message";
import type { ChannelState, PendingMessage } from "./channel-store";
import { DayDivider } from "./day-divider";
import { type MessageRow, splitRows, toRows } from "./group";
import { ReaderProvider } from "./mentions-context";
import { MessageArticle } from "./message-article";
import { MessageItem } from "./message-item";
import { NewDivider } from "./new-divider";
import { pendingAsMessage } from "./pending";

type MessageRowsProps = {
  channelId: string;
  me: MeDto;
  state: ChannelState;
  /** "New" stands after this message; null shows none. */
  line: number | null;
  /** While the page opens at "New": the last message above it, which is laid out so that the rest begins at the top. */
  placedAfter: number | null;
  /** The message that a permalink led to. */
  target: number | null;
  onRetry: (message: PendingMessage) => void;
  onDiscard: (nonce: string) => void;
};

/** The messages of a channel in order, with the days and the unread line between them, and at the end what is being sent. */
export function MessageRows({ channelId, me, state, line, placedAfter, target, onRetry, onDiscard }: MessageRowsProps) {
  const timeZone = useTimeZone();
  const rows = useMemo(() => {
    const pending = state.hasNewer ? [] : state.pending.map((each) => pendingAsMessage(each, channelId, me));
    const messages = [...withChanges(state.messages, state.changes, me), ...pending];
    return toRows({ messages, lastReadSeq: lineIn(state, line), readerId: me.id, timeZone });
  }, [state, channelId, me, line, timeZone]);
  const { tabbable, handlers } = useRovingMessage(state.messages);
  const pendingByNonce = new Map(state.pending.map((each) => [each.nonce, each]));
  const toElement = (row: MessageRow) => {
    if (row.kind === "day") return <DayDivider key={row.key} at={row.at} />;
    if (row.kind === "new") return <NewDivider key={row.key} />;
    const { message, grouped } = row;
    const pending = pendingByNonce.get(message.id);
    if (!pending) {
      return (
        <MessageItem
          key={row.key}
          message={message}
          grouped={grouped}
          highlighted={message.seq === target}
          tabbable={message.seq === tabbable}
        />
      );
    }
    return (
      <MessageArticle
        key={row.key}
        message={message}
        grouped={grouped}
        state={pending.error ? "failed" : "pending"}
        onRetry={() => onRetry(pending)}
        onDiscard={() => onDiscard(pending.nonce)}
      />
    );
  };
  const [above, below] = placedAfter === null ? [[], rows] : splitRows(rows, placedAfter);
  return (
    <ReaderProvider id={me.id}>
      <div {...handlers}>
        {above.length > 0 && (
          <div data-above className="absolute inset-x-0 bottom-[calc(100%-3.5rem)]">
            {above.map(toElement)}
          </div>
        )}
        {above.length > 0 && <div className="h-14" />}
        {below.map(toElement)}
      </div>
    </ReaderProvider>
  );
}

/** Where the first unread message isn't held, the line would stand before another one. */
function lineIn({ hasOlder, from }: ChannelState, line: number | null): number | null {
  return line !== null && hasOlder && from > line + 1 ? null : line;
}
