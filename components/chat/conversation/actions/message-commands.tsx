"use client";

import { Fragment, type ReactNode, type RefObject } from "react";
import { useWebhooks } from "@/components/chat/conversation/webhooks/webhooks-context";
import { closeIncident } from "@/components/chat/incidents/close-incident";
import { type KeyCommand, MESSAGE_KEYS } from "@/components/chat/keyboard/message-keys";
import { type AuthorAction, useAuthorAction } from "@/components/people/author-action";
import { mutePerson } from "@/components/people/mute-person";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import {
  Bell,
  BellOff,
  Bookmark,
  Copy,
  ListFilter,
  Pin,
  Settings,
  Siren,
  SmilePlus,
} from "@/components/ui/icons/icons";
import {
  AlarmClock,
  CircleX,
  Forward,
  History,
  Link as LinkIcon,
  ListX,
  Mail,
  MessageSquareReply,
  Pencil,
  PinOff,
  Quote,
  Trash2,
  User,
  UserCheck,
} from "@/components/ui/icons/more-icons";
import { MenuAt } from "@/components/ui/overlays/menu-at";
import { MenuItem, MenuLink, MenuSeparator } from "@/components/ui/overlays/menu-items";
import { useMutedPeople } from "@/lib/browser/people";
import { useSaved } from "@/lib/browser/sidebar";
import { isAcknowledged, type MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import {
  type AllowedActions,
  type MessageHandlers,
  useActions,
  useConversationId,
  useQuickChange,
} from "./actions-context";
import { copyContent } from "./copy";
import { messageActs } from "./message-acts";
import { focusMutedLine } from "./message-focus";

/**
 * An action on a message, or a link. `leaves` marks actions that navigate, `opens` those that move the focus, and `keys`
 * is the shortcut.
 */
export type MessageCommand = Look & ((Ways & { act: () => void; keys?: string }) | { href: string });

type Look = { name: string; icon: ReactNode; tone?: "danger" };
type Ways = { leaves?: boolean; opens?: boolean };

type On = MessageHandlers & { article: RefObject<HTMLElement | null> };

/** Returns everything that can be done with a message, in groups: the same in every menu and in the sheet. */
export function useMessageCommands(message: MessageDto, allowed: AllowedActions, on: On): MessageCommand[][] {
  const conversationId = useConversationId(message);
  const { change: changeMessage } = useActions();
  const change = useQuickChange(message.id);
  const saved = useSaved(message.id);
  const aboutWebhook = useWebhookCommands(message);
  const aboutPerson = usePersonCommands(message);
  const authorAction = useAuthorAction(message.author);
  const acts = messageActs({ message, allowed, on, conversationId, change });
  const keyed = (command: KeyCommand, look: Look & Ways): MessageCommand | false => {
    const act = acts[command];
    return act && { ...look, keys: MESSAGE_KEYS[command].key, act };
  };
  const groups: (MessageCommand | false)[][] = [
    [
      keyed("react", { name: "Add reaction", icon: <SmilePlus />, opens: true }),
      keyed("reply", { name: "Reply in thread", icon: <MessageSquareReply />, leaves: true, opens: true }),
      keyed("quote", { name: "Quote", icon: <Quote /> }),
      keyed("forward", { name: "Forward…", icon: <Forward />, opens: true }),
    ],
    message.incident != null && allowed.pin
      ? [
          keyed("acknowledge", {
            name: isAcknowledged(message.incident) ? "Take back acknowledgment" : "Acknowledge",
            icon: <Siren />,
          }),
          { name: "Assign…", icon: <UserCheck />, act: on.onAssign, opens: true },
          {
            name: "Close incident",
            icon: <CircleX />,
            act: () => void closeIncident(message, (act) => changeMessage(message.id, { type: "incident", act })),
          },
        ]
      : [],
    [
      keyed("edit", { name: "Edit", icon: <Pencil />, opens: true }),
      allowed.history && allowed.pin && { name: "Edit history", icon: <History />, act: on.onShowHistory, opens: true },
      keyed(
        "pin",
        message.pinned ? { name: "Unpin message", icon: <PinOff /> } : { name: "Pin message", icon: <Pin /> },
      ),
      allowed.remove &&
        message.embeds.some(({ preview }) => preview) && {
          name: "Remove link preview",
          icon: <CircleX />,
          act: () => void change({ type: "preview" }),
        },
      keyed("unread", { name: "Mark unread from here", icon: <Mail /> }),
      keyed("save", { name: saved ? "Remove from Later" : "Save for later", icon: <Bookmark /> }),
      !message.deleted && { name: "Remind me…", icon: <AlarmClock />, act: on.onRemind, opens: true },
    ],
    [
      keyed("copy", { name: "Copy link", icon: <LinkIcon /> }),
      !message.deleted &&
        message.content !== "" && { name: "Copy text", icon: <Copy />, act: () => void copyContent(message) },
    ],
    [
      ...(allowed.pin ? aboutWebhook : []),
      ...aboutPerson,
      ...(authorAction ? [toCommand(on.article, authorAction)] : []),
    ],
    [keyed("delete", { name: "Delete", icon: <Trash2 />, tone: "danger", opens: true })],
  ];
  return groups.map((group) => group.filter((command) => command !== false)).filter((group) => group.length > 0);
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

/** The items of a message's menu, loaded when the pointer or focus comes near. */
export function MessageItems({ message, allowed, ...on }: MessageItemsProps) {
  return useMessageCommands(message, allowed, on).map((group, at) => (
    <Fragment key={group[0]?.name}>
      {at > 0 && <MenuSeparator />}
      {group.map((command) =>
        "href" in command ? (
          <MenuLink key={command.name} href={command.href} icon={command.icon}>
            <span className="truncate">{command.name}</span>
          </MenuLink>
        ) : (
          <MenuItem
            key={command.name}
            icon={command.icon}
            keys={command.keys}
            tone={command.tone ?? "neutral"}
            onSelect={() => (command.opens ? afterDialog(command.act) : command.act())}
          >
            <span className="truncate">{command.name}</span>
          </MenuItem>
        ),
      )}
    </Fragment>
  ));
}

export type MessageItemsProps = On & { message: MessageDto; allowed: AllowedActions };

/** A message's menu at the pointer, after a right-click. */
export function MessageMenu({ at, onClose, ...props }: MessageMenuProps) {
  const { article, message } = props;
  return (
    <MenuAt
      at={at}
      label={`Message by ${cleanText(message.author.name)}`}
      focusAfter={() => article.current?.querySelector("textarea") ?? article.current}
      onClose={onClose}
    >
      <MessageItems {...props} />
    </MenuAt>
  );
}

type MessageMenuProps = MessageItemsProps & { at: { x: number; y: number }; onClose: () => void };
