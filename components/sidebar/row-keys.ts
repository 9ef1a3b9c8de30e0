import type { KeyPress } from "@/components/chat/keyboard/keys";

/** What a key does on a row of the sidebar. */
export type RowCommand = "up" | "down" | "first" | "last" | "in" | "out" | "menu" | "move-up" | "move-down";

const PLAIN: Readonly<Record<string, RowCommand>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
  ArrowRight: "in",
  ArrowLeft: "out",
  ContextMenu: "menu",
};

/** Returns the command for the pressed keys on a row, or null. Only headings can be moved. */
export function rowCommand({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyPress, heading: boolean): RowCommand | null {
  if (ctrlKey || metaKey) return null;
  if (altKey && shiftKey && heading) return key === "ArrowUp" ? "move-up" : key === "ArrowDown" ? "move-down" : null;
  if (shiftKey && !altKey && key === "F10") return "menu";
  return altKey || shiftKey ? null : (PLAIN[key] ?? null);
}
