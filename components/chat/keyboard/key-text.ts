const elsewhere: Record<string, string> = {
  Mod: "Ctrl",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
};

const mac: Record<string, string> = { ...elsewhere, Mod: "⌘", Shift: "⇧", Alt: "⌥", Enter: "↩" };

const spoken: Record<string, string> = {
  "⌘": "Command",
  "⇧": "Shift",
  "⌥": "Option",
  "↩": "Return",
  "↑": "Up arrow",
  "↓": "Down arrow",
  "←": "Left arrow",
  "→": "Right arrow",
  Ctrl: "Control",
  Esc: "Escape",
};

/** Returns a key's label on the keyboard: `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
export function keyText(key: string, isMac: boolean): string {
  return (isMac ? mac : elsewhere)[key] ?? key;
}

/** Returns the labels in words, for screen readers. */
export function keysSpoken(printed: readonly string[]): string {
  return printed.map((each) => spoken[each] ?? each).join(" ");
}
