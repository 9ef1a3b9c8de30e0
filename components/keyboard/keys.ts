/** As much of a keyboard event as decides what it means. */
export type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** ⌘-K on a Mac, where Ctrl-K cuts to the end of the line, and Ctrl-K elsewhere. */
export function isPaletteKey(press: KeyPress, mac: boolean): boolean {
  const modified = mac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  return modified && !press.altKey && !press.shiftKey && isLetterK(press);
}

/** A question mark, wherever the keyboard has it. */
export function isSheetKey(press: KeyPress): boolean {
  return press.key === "?" && !press.ctrlKey && !press.metaKey && !press.altKey;
}

// On a keyboard without Latin letters the key in K's place counts.
function isLetterK({ key, code }: KeyPress): boolean {
  return key.toLowerCase() === "k" || (code === "KeyK" && !/^[a-z]$/i.test(key));
}

/** Whether keys pressed there write text. */
export function takesText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

/** Whether text is marked in a field of several lines, of which the same key may make a link. */
export function hasMarkedText(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement && target.selectionStart !== target.selectionEnd;
}
