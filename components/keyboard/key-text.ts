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

/** A key as it is printed on the keyboard: `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
export function keyText(key: string, isMac: boolean): string {
  return (isMac ? mac : elsewhere)[key] ?? key;
}

/** The printed keys in words, for who hears them. */
export function keysSpoken(printed: readonly string[]): string {
  return printed.map((each) => spoken[each] ?? each).join(" ");
}
