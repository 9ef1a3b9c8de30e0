import type { Style } from "./format";

type Keys = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

const styles: Record<string, Style> = { b: "bold", i: "italic", e: "code", k: "link" };

/** What Ctrl or ⌘ with this key does to the text; null when it is not for the text. Ctrl-K is, only where something is selected. */
export function shortcutOf(keys: Keys, isSelected: boolean): Style | "preview" | null {
  if (keys.altKey || keys.ctrlKey === keys.metaKey) return null;
  const key = keys.key.toLowerCase();
  if (keys.shiftKey) return key === "p" ? "preview" : null;
  return key === "k" && !isSelected ? null : (styles[key] ?? null);
}
