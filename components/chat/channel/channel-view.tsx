"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { startEditing, useEditLast } from "@/components/chat/conversation/actions/editing";
import { firstUnread } from "@/components/chat/conversation/rows";
import { useWebhooks } from "@/components/chat/conversation/webhooks/webhooks-context";
import { readCommand } from "@/components/frame/unread/read-shortcuts";
import { toast } from "@/components/ui/overlays/toaster";
import { openChannel } from "@/lib/browser/open-channel";
import { readingOf } from "@/lib/browser/sidebar";
import type { ChannelDto } from "@/lib/channels/dto";
import type { MessageDto, MessagePageDto } from "@/lib/messages/dto";
import type { MessageFilter } from "@/lib/messages/schema";
import type { MeDto } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { ChannelPane, type ChannelSlots } from "./channel-pane";
import { useChannel } from "./use-channel";

type ChannelViewProps = ChannelSlots & {
  channel: ChannelDto;
  me: MeDto;
  page: MessagePageDto;
  /** The message that a permalink points to. */
  target: number | null;
};

/** A channel's live messages, as its filter shows them. */
export function ChannelView({ channel, me, page, target, ...slots }: ChannelViewProps) {
  const middle = useRef<number | null>(null);
  const { muted, filter } = useWebhooks();
  const conversation = useChannel(channel.id, page, filter, middle, target);
  const { run, caughtUp } = conversation;
  // Visitors have no read position, and under a filter hidden messages would be marked as read.
  const reads = channel.role !== null && filter === null;
  // A channel opened before: the page may be older than what this browser knows of the read position.
  const [openedAt] = useState(() => (caughtUp ? null : readingOf(channel.id)?.lastReadSeq) ?? channel.lastReadSeq);
  const firstNew = (lastReadSeq: number) => firstUnread(run.messages, lastReadSeq, me.id, muted);
  const [startAfter] = useState(() => {
    if (target !== null) return before(target, page);
    return reads && firstNew(openedAt) !== null ? openedAt : null;
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

/** Returns the `seq` before a linked message, which may be deleted; null when nothing from there on is loaded. */
function before(target: number, { messages }: MessagePageDto): number | null {
  return messages.some(({ seq }) => seq >= target) ? target - 1 : null;
}

/** When the user sends a message, leaves a webhook's filter, which would hide it, and goes to the message. */
function useLeaveBySending(channelId: string, filter: MessageFilter | null, messages: readonly MessageDto[]): void {
  const router = useRouter();
  const sent = filter?.by === "webhook" ? messages.findLast(({ author }) => author.kind === "user")?.seq : undefined;
  useEffect(() => {
    if (sent !== undefined) router.push(paths.message(channelId, sent));
  }, [router, channelId, sent]);
}

/** While a filter hides messages, replaces the shortcut that marks all as read with an explanation. */
function useNothingIsRead(filtered: boolean): void {
  useEffect(() => {
    if (!filtered) return;
    const pressed = (event: KeyboardEvent) => {
      if (readCommand(event) !== "all" || event.isComposing) return;
      event.preventDefault();
      if (!event.repeat) toast("Nothing was marked as read: a filter is hiding messages", { id: "nothing-is-read" });
    };
    // Runs in the capture phase, before the sidebar's handler, which ignores a prevented key.
    window.addEventListener("keydown", pressed, { capture: true });
    return () => window.removeEventListener("keydown", pressed, { capture: true });
  }, [filtered]);
}
