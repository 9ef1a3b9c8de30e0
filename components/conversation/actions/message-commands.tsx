"use client";

import {
  Bell,
  BellOff,
  Copy,
  History,
  ListFilter,
  ListX,
  Mail,
  MessageCircle,
  Pin,
  PinOff,
  Quote,
  Settings,
} from "lucide-react";
import type { ReactNode } from "react";
import { isQuotable, quoteMessage } from "@/components/composer/quote";
import { useWebhooks } from "@/components/conversation/webhooks/webhooks-context";
import { useAuthorAction } from "@/components/message/author-link";
import { afterDialog } from "@/components/ui/after-dialog";
import { markUnreadFrom } from "@/components/unread/mark-unread";
import type { MessageDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { paths } from "@/lib/paths";
import type { Allowed } from "./allowed";
import { copyContent } from "./copy";
import { useInThread } from "./in-thread";

/** Something that one can do to a message, or a place to which it leads. What `leaves` goes somewhere else by itself. */
export type MessageCommand = { name: string; icon: ReactNode } & (
  | { act: () => void; leaves?: boolean }
  | { href: string }
);

type On = { onPin: () => void; onShowHistory: () => void };

/** What stands under a message's More: what one does to it less often than replying or reacting. */
export function useMessageCommands(
  message: MessageDto,
  allowed: Allowed,
  { onPin, onShowHistory }: On,
): MessageCommand[] {
  const place = useInThread() ? (message.threadId ?? message.id) : message.channelId;
  const aboutWebhook = useWebhookCommands(message);
  const authorAction = useAuthorAction(message.author);
  const toAuthor: MessageCommand[] = authorAction
    ? [
        {
          ...authorAction,
          icon: "href" in authorAction ? <Settings /> : <MessageCircle />,
          ...("act" in authorAction && { leaves: true }),
        },
      ]
    : [];
  if (!allowed.pin) return toAuthor;
  const commands: (MessageCommand | false)[] = [
    isQuotable(message) && { name: "Quote", icon: <Quote />, act: () => quoteMessage(place, message) },
    message.pinned
      ? { name: "Unpin message", icon: <PinOff />, act: onPin }
      : { name: "Pin message", icon: <Pin />, act: onPin },
    {
      name: "Mark unread from here",
      icon: <Mail />,
      act: () => void markUnreadFrom(message.channelId, message.seq),
    },
    message.content !== "" && { name: "Copy text", icon: <Copy />, act: () => void copyContent(message) },
    allowed.history && { name: "Edit history", icon: <History />, act: onShowHistory },
  ];
  return [...commands.filter((command) => command !== false), ...aboutWebhook, ...toAuthor];
}

/** What one can do about the webhook that posted a message; nothing for a person's. */
function useWebhookCommands(message: MessageDto): MessageCommand[] {
  const { webhooks, muted, mute, filter } = useWebhooks();
  const { kind, id } = message.author;
  if (kind !== "webhook" || id === null) return [];
  // A message may stand under another name than its webhook's.
  const name = webhooks.find((each) => each.id === id)?.name ?? message.author.name;
  const isAlone = filter?.by === "webhook";
  const isMuted = muted.has(id);
  const onMute = () => {
    mute({ id, name }, !isMuted);
    if (!isMuted && !isAlone) focusLineOf(message.seq);
  };
  return [
    {
      name: `${isMuted ? "Unmute" : "Mute"} ${cleanText(name)}`,
      icon: isMuted ? <Bell /> : <BellOff />,
      act: onMute,
    },
    {
      name: isAlone ? "Show everything" : `Show only ${cleanText(name)}`,
      icon: isAlone ? <ListX /> : <ListFilter />,
      href: paths.filtered(message.channelId, isAlone ? null : { by: "webhook", webhookId: id }),
    },
  ];
}

/** When the menu of a message that is being muted has closed, gives the focus to the line that then stands for the message. */
function focusLineOf(seq: number): void {
  afterDialog(() => {
    for (const line of document.querySelectorAll<HTMLElement>("[data-muted-from]")) {
      const { mutedFrom, mutedTo } = line.dataset;
      if (Number(mutedFrom) > seq || Number(mutedTo) < seq) continue;
      line.querySelector("button")?.focus({ preventScroll: true });
      return;
    }
  });
}
