import { isMessageKey, type KeyPress } from "./keys";

/** An action that a key starts on a focused message. */
export type KeyCommand =
  | "react"
  | "reply"
  | "edit"
  | "quote"
  | "copy"
  | "pin"
  | "unread"
  | "save"
  | "forward"
  | "acknowledge"
  | "delete";

/** The keys of a focused message, as shown in menus and in the list of shortcuts. */
export const MESSAGE_KEYS: Record<KeyCommand, { key: string; does: string }> = {
  react: { key: "R", does: "Add a reaction" },
  reply: { key: "T", does: "Reply in a thread" },
  edit: { key: "E", does: "Edit your message" },
  quote: { key: "Q", does: "Quote" },
  copy: { key: "C", does: "Copy link" },
  pin: { key: "P", does: "Pin or unpin" },
  unread: { key: "M", does: "Mark unread from here" },
  save: { key: "S", does: "Save for later, or remove from Later" },
  forward: { key: "F", does: "Forward" },
  acknowledge: { key: "A", does: "Acknowledge an incident, or take that back" },
  delete: { key: "Delete", does: "Delete" },
};

const letters = new Map(
  Object.entries(MESSAGE_KEYS).map(([command, { key }]) => [key.toLowerCase(), command as KeyCommand]),
);

/**
 * Returns the command of a key pressed on a focused message. "none" is a character without a command, which does
 * nothing; null is a key that isn't for the message.
 */
export function keyCommand(press: KeyPress): KeyCommand | "none" | null {
  if (!isMessageKey(press)) return null;
  const { key, code } = press;
  if (key === "Delete" || key === "Backspace") return "delete";
  const latin = /^[a-z]$/i.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1];
  return letters.get(latin?.toLowerCase() ?? "") ?? "none";
}
