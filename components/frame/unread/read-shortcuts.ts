/** The shortcuts for reading, as shown in the list of shortcuts: keys pressed together, joined by "+". */
export const READ_SHORTCUTS: { keys: string; does: string }[] = [
  { keys: "Alt+↓", does: "Go to the next channel in the sidebar" },
  { keys: "Alt+↑", does: "Go to the previous channel in the sidebar" },
  { keys: "Alt+Shift+↓", does: "Go to the next unread channel" },
  { keys: "Alt+Shift+↑", does: "Go to the previous unread channel" },
  { keys: "Esc", does: "Mark the channel as read and jump to the latest message" },
  { keys: "Shift+Esc", does: "Mark all channels as read" },
];

export type ReadCommand = "below" | "above" | "next" | "previous" | "catch-up" | "all";

type Keys = Pick<KeyboardEvent, "key" | "altKey" | "shiftKey" | "ctrlKey" | "metaKey">;

/** Returns the command for the pressed keys, or null. */
export function readCommand({ key, altKey, shiftKey, ctrlKey, metaKey }: Keys): ReadCommand | null {
  if (ctrlKey || metaKey) return null;
  if (altKey && key === "ArrowDown") return shiftKey ? "next" : "below";
  if (altKey && key === "ArrowUp") return shiftKey ? "previous" : "above";
  if (altKey || key !== "Escape") return null;
  return shiftKey ? "all" : "catch-up";
}
