"use client";

import {
  Bell,
  BellOff,
  Copy,
  History,
  ListFilter,
  ListX,
  Mail,
  Pin,
  PinOff,
  Quote,
  Settings,
  User,
} from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { isQuotable, quoteMessage } from "@/components/composer/quote";
import { useWebhooks } from "@/components/conversation/webhooks/webhooks-context";
import { type AuthorAction, useAuthorAction } from "@/components/people/author-action";
import { mutePerson } from "@/components/people/mute-person";
import { afterDialog } from "@/components/ui/after-dialog";
import { MenuItem, MenuLink } from "@/components/ui/menu";
import { markUnreadFrom } from "@/components/unread/mark-unread";
import { useMutedPeople } from "@/lib/browser/people";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";
import { cleanText } from "@/lib/text";
import { type Allowed, useActions, useInThread, useQuickChange } from "./actions-context";
import { copyContent } from "./copy";
import { focusMutedLine } from "./message-focus";

/** An action on a message, or a link. `leaves` marks actions that navigate. */
export type MessageCommand = { name: string; icon: ReactNode } & (
  | { act: () => void; leaves?: boolean }
  | { href: string }
);

type On = { article: RefObject<HTMLElement | null>; onShowHistory: () => void };

/** Returns the items of a message's More menu. */
export function useMessageCommands(
  message: MessageDto,
  allowed: Allowed,
  { article, onShowHistory }: On,
): MessageCommand[] {
  const conversationId = useInThread() ? (message.threadId ?? message.id) : message.channelId;
  const change = useQuickChange(message.id);
  const aboutWebhook = useWebhookCommands(message);
  const aboutPerson = usePersonCommands(message);
  const authorAction = useAuthorAction(message.author);
  const toAuthor = authorAction ? [toCommand(article, authorAction)] : [];
  if (!allowed.pin) return [...aboutPerson, ...toAuthor];
  const commands: (MessageCommand | false)[] = [
    isQuotable(message) && { name: "Quote", icon: <Quote />, act: () => quoteMessage(conversationId, message) },
    {
      name: message.pinned ? "Unpin message" : "Pin message",
      icon: message.pinned ? <PinOff /> : <Pin />,
      act: () => void change({ type: "pin", on: !message.pinned }),
    },
    {
      name: "Mark unread from here",
      icon: <Mail />,
      act: () => void markUnreadFrom(message.channelId, message.seq),
    },
    message.content !== "" && { name: "Copy text", icon: <Copy />, act: () => void copyContent(message) },
    allowed.history && { name: "Edit history", icon: <History />, act: onShowHistory },
  ];
  return [...commands.filter((command) => command !== false), ...aboutWebhook, ...aboutPerson, ...toAuthor];
}

/** Turns an author's action into a command. What it opens is placed beside the author's name, or beside the message. */
function toCommand(article: RefObject<HTMLElement | null>, action: AuthorAction): MessageCommand {
  const { name } = action;
  if ("href" in action) return { name, icon: <Settings />, href: action.href };
  const act = () =>
    afterDialog(() => {
      const anchor = article.current?.querySelector<HTMLElement>("[data-author]") ?? article.current;
      if (anchor) action.open(anchor);
    });
  return { name, icon: <User />, act, leaves: true };
}

/** Returns actions on a message's author; none for webhooks and the user. */
function usePersonCommands(message: MessageDto): MessageCommand[] {
  const muted = useMutedPeople();
  const { reader } = useActions();
  const { kind, id, name } = message.author;
  if (kind !== "user" || id === null || id === reader.id) return [];
  const isMuted = muted.has(id);
  const act = () => {
    mutePerson({ id, name }, !isMuted);
    if (!isMuted) focusLineOf(message.seq);
  };
  return [{ name: `${isMuted ? "Unmute" : "Mute"} ${cleanText(name)}`, icon: isMuted ? <Bell /> : <BellOff />, act }];
}

/** Returns actions on the webhook that posted a message; none for people. */
function useWebhookCommands(message: MessageDto): MessageCommand[] {
  const { webhooks, muted, mute, filter } = useWebhooks();
  const { kind, id } = message.author;
  if (kind !== "webhook" || id === null) return [];
  // A message can override its webhook's name.
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

/** After a message is muted, focuses the line that replaces it once the menu has closed. */
function focusLineOf(seq: number): void {
  afterDialog(() => focusMutedLine(seq));
}

/** The items of the More menu, loaded when the pointer or focus comes near. */
export function MoreItems({ message, allowed, ...on }: MoreItemsProps) {
  return useMessageCommands(message, allowed, on).map((command) =>
    "href" in command ? (
      <MenuLink key={command.name} href={command.href} icon={command.icon}>
        <span className="truncate">{command.name}</span>
      </MenuLink>
    ) : (
      <MenuItem key={command.name} icon={command.icon} onSelect={command.act}>
        <span className="truncate">{command.name}</span>
      </MenuItem>
    ),
  );
}

export type MoreItemsProps = On & { message: MessageDto; allowed: Allowed };
