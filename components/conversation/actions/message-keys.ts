import { isQuotable, quoteMessage } from "@/components/composer/quote";
import type { Change } from "@/components/conversation/run/local-change";
import type { KeyPress } from "@/components/keyboard/keys";
import { markUnreadFrom } from "@/components/unread/mark-unread";
import type { MessageDto } from "@/lib/messages/dto";
import type { Allowed } from "./actions-context";
import { copyLink } from "./copy";
import type { MessageHandlers } from "./toolbar";

/** An action that a key starts on a focused message. */
export type KeyCommand = "react" | "reply" | "edit" | "quote" | "copy" | "pin" | "unread" | "delete";

/** The keys of a focused message, as shown in menus and in the list of shortcuts. */
export const MESSAGE_KEYS: Record<KeyCommand, { key: string; does: string }> = {
  react: { key: "R", does: "Add a reaction" },
  reply: { key: "T", does: "Reply in a thread" },
  edit: { key: "E", does: "Edit your message" },
  quote: { key: "Q", does: "Quote" },
  copy: { key: "C", does: "Copy link" },
  pin: { key: "P", does: "Pin or unpin" },
  unread: { key: "M", does: "Mark unread from here" },
  delete: { key: "Delete", does: "Delete" },
};

const letters = new Map(
  Object.entries(MESSAGE_KEYS).map(([command, { key }]) => [key.toLowerCase(), command as KeyCommand]),
);

/**
 * Returns the command of a key pressed on a focused message. "none" is a character without a command, which does
 * nothing; null is a key that isn't for the message.
 */
export function keyCommand({ key, code, ctrlKey, metaKey, altKey }: KeyPress): KeyCommand | "none" | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === "Delete" || key === "Backspace") return "delete";
  // Space scrolls, and a question mark opens the shortcuts.
  if ([...key].length !== 1 || key === " " || key === "?") return null;
  const latin = /^[a-z]$/i.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1];
  return letters.get(latin?.toLowerCase() ?? "") ?? "none";
}

/** Runs the command of a key pressed on this message, if the reader may. */
export function runKey(press: KeyPress, { message, allowed, on, conversationId, change }: KeyedMessage): void {
  const commands: Record<KeyCommand, false | (() => void)> = {
    react: allowed.react && on.onPickReaction,
    reply: allowed.reply && on.onReply,
    edit: allowed.edit && on.onEdit,
    quote: allowed.pin && isQuotable(message) && (() => quoteMessage(conversationId, message)),
    copy: () => void copyLink(message),
    pin: allowed.pin && (() => void change({ type: "pin", on: !message.pinned })),
    unread: allowed.pin && (() => void markUnreadFrom(message.channelId, message.seq)),
    delete: allowed.remove && on.onDelete,
  };
  const command = keyCommand(press);
  if (command !== null && command !== "none" && commands[command]) commands[command]();
}

/** A message that can get keys, and what they can do with it. */
export type KeyedMessage = {
  message: MessageDto;
  allowed: Allowed;
  on: MessageHandlers;
  /** The channel or thread in whose composer it's quoted. */
  conversationId: string;
  change: (change: Change) => Promise<void>;
};
