"use client";

import { useEffect, useRef, useState } from "react";
import { startEditing, useEditLast } from "@/components/conversation/actions/editing";
import { firstUnread } from "@/components/conversation/rows";
import { useWebhooks } from "@/components/conversation/webhooks/webhooks-context";
import { openChannel } from "@/lib/browser/open-channel";
import { readingOf } from "@/lib/browser/sidebar";
import type { ChannelDto } from "@/lib/channels/dto";
import type { MessagePageDto } from "@/lib/messages/dto";
import type { MeDto } from "@/lib/users/dto";
import { ChannelPane, type ChannelSlots } from "./channel-pane";
import { useLeaveBySending, useNothingIsRead } from "./filter/use-filter";
import { useChannel } from "./use-channel";

type ChannelViewProps = ChannelSlots & {
  channel: ChannelDto;
  me: MeDto;
  page: MessagePageDto;
  /** The message that a permalink led to. */
  target: number | null;
};

/** A channel: its messages, live and as the filter shows them, and where it opens. */
export function ChannelView({ channel, me, page, target, ...slots }: ChannelViewProps) {
  const middle = useRef<number | null>(null);
  const { muted, filter } = useWebhooks();
  const conversation = useChannel(channel.id, page, filter, middle, target);
  const { run, caughtUp } = conversation;
  // A visitor has no read position, and under a filter unseen messages would be marked as read.
  const reads = channel.role !== null && filter === null;
  // The page of a channel that was open before says how far one had read by then.
  const [openedAt] = useState(() => (caughtUp ? null : readingOf(channel.id)?.lastReadSeq) ?? channel.lastReadSeq);
  const firstNew = () => firstUnread(run.messages, openedAt, me.id, muted);
  const [startAfter] = useState(() => {
    if (target !== null) return before(target, page);
    return reads && firstNew() !== null ? openedAt : null;
  });
  useNothingIsRead(filter !== null);
  useLeaveBySending(channel.id, filter, run.messages);
  useEffect(() => {
    if (filter === null) openChannel.set({ channel, messages: run.messages });
  }, [filter, channel, run.messages]);
  const editLast = useEditLast(run, me.id, startEditing);
  return (
    <ChannelPane
      {...slots}
      channel={channel}
      me={me}
      conversation={conversation}
      middle={middle}
      target={target}
      openedAt={openedAt}
      startAfter={startAfter}
      reads={reads}
      firstNew={firstNew}
      onEditLast={editLast}
    />
  );
}

/** After which message the page begins that shows this one, or what came after it where it is deleted; null when there is nothing. */
function before(target: number, { messages }: MessagePageDto): number | null {
  return messages.some(({ seq }) => seq >= target) ? target - 1 : null;
}
