type Pressed = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean };

/** Where a key leads from a message, or null: to the one before or after it, to the channel's first or its last. */
export function rovingStep({ key, altKey, ctrlKey, metaKey, shiftKey }: Pressed): -1 | 1 | "first" | "last" | null {
  if (altKey || metaKey || shiftKey) return null;
  if (key === "Home") return "first";
  if (key === "End") return "last";
  if (ctrlKey) return null;
  if (key === "ArrowUp" || key === "PageUp") return -1;
  if (key === "ArrowDown" || key === "PageDown") return 1;
  return null;
}
