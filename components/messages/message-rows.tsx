"use client";

import { useMemo } from "react";
import { useTimeZone } from "@/components/ui/time-zone";
import type { MeDto } from "@/lib/users/dto";
import type { ChannelState, PendingMessage } from "./channel-store";
import { DayDivider } from "./day-divider";
import { toRows } from "./group";
import { ReaderProvider } from "./mentions-context";
import { MessageArticle } from "./message-article";
import { MessageItem } from "./message-item";
import { NewDivider } from "./new-divider";
import { pendingAsMessage } from "./pending";

type MessageRowsProps = {
  channelId: string;
  me: MeDto;
  state: ChannelState;
  lastReadSeq: number;
  /** The message that a permalink led to. */
  target: number | null;
  onRetry: (message: PendingMessage) => void;
  onDiscard: (nonce: string) => void;
};

/** The messages of a channel in order, with the days and the unread line between them, and at the end what is being sent. */
export function MessageRows({ channelId, me, state, lastReadSeq, target, onRetry, onDiscard }: MessageRowsProps) {
  const timeZone = useTimeZone();
  const rows = useMemo(() => {
    const pending = state.hasNewer ? [] : state.pending.map((each) => pendingAsMessage(each, channelId, me));
    return toRows({ messages: [...state.messages, ...pending], lastReadSeq, readerId: me.id, timeZone });
  }, [state, channelId, me, lastReadSeq, timeZone]);
  const pendingByNonce = new Map(state.pending.map((each) => [each.nonce, each]));
  const elements = rows.map((row) => {
    if (row.kind === "day") return <DayDivider key={row.key} at={row.at} />;
    if (row.kind === "new") return <NewDivider key={row.key} />;
    const { message, grouped } = row;
    const pending = pendingByNonce.get(message.id);
    if (!pending) {
      return <MessageItem key={row.key} message={message} grouped={grouped} highlighted={message.seq === target} />;
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
  });
  return <ReaderProvider id={me.id}>{elements}</ReaderProvider>;
}
