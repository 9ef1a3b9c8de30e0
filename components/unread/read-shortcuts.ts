/** The shortcuts for reading, as shown in the list of shortcuts: keys pressed together, joined by "+". */
export const READ_SHORTCUTS: { keys: string; does: string }[] = [
  { keys: "Alt+Shift+↓", does: "Go to the next unread channel" },
  { keys: "Alt+Shift+↑", does: "Go to the previous unread channel" },
  { keys: "Esc", does: "Mark the channel as read and jump to the latest message" },
  { keys: "Shift+Esc", does: "Mark all channels as read" },
];

export type ReadCommand = "next" | "previous" | "catch-up" | "all";

type Keys = Pick<KeyboardEvent, "key" | "altKey" | "shiftKey" | "ctrlKey" | "metaKey">;

/** Returns the command for the pressed keys, or null. */
export function readCommand({ key, altKey, shiftKey, ctrlKey, metaKey }: Keys): ReadCommand | null {
  if (ctrlKey || metaKey) return null;
  if (altKey && shiftKey && key === "ArrowDown") return "next";
  if (altKey && shiftKey && key === "ArrowUp") return "previous";
  if (altKey || key !== "Escape") return null;
  return shiftKey ? "all" : "catch-up";
}
