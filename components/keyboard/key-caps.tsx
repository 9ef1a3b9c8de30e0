"use client";

import { useMac } from "./keys";

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

/** Keys pressed together, drawn as key caps. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  const mac = useMac();
  const printed = keys.map((key) => keyText(key, mac));
  return (
    <>
      <span className="sr-only">{keysSpoken(printed)}</span>
      <span aria-hidden="true" className="inline-flex gap-1">
        {printed.map((key) => (
          <kbd
            key={key}
            className="inline-flex h-5 min-w-5 items-center justify-center rounded-md border border-border bg-surface-sunken px-1.5 font-sans text-text-muted text-xs leading-none"
          >
            {key}
          </kbd>
        ))}
      </span>
    </>
  );
}
