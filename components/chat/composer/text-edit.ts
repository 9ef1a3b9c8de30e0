import { MESSAGE_LIMIT } from "@/lib/messages/dto";
import { codePoints } from "@/lib/text/text";

export type Style = "bold" | "italic" | "strike" | "code" | "block" | "link" | "quote" | "bullets" | "numbers";

/** Replaces the text from `start` to `end` with `insert`, then selects the range `select`. */
export type TextEdit = { start: number; end: number; insert: string; select: [number, number] };

/** Returns the edit that inserts a text there, with the caret after it. */
export function insertion(start: number, end: number, insert: string): TextEdit {
  const caret = start + insert.length;
  return { start, end, insert, select: [caret, caret] };
}

/** Applies the edit as if it had been typed: the browser can undo it, and the field's listeners are called. */
export function applyEdit(field: HTMLTextAreaElement, { start, end, insert, select }: TextEdit): void {
  field.focus();
  field.setSelectionRange(start, end);
  // Some edits only move the caret. The command would delete a letter.
  const moves = start === end && insert === "";
  // Deprecated, but the only way that keeps the undo history.
  if (!moves && !document.execCommand(insert === "" ? "delete" : "insertText", false, insert)) {
    field.setRangeText(insert, start, end, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.setSelectionRange(...select);
}

const item = /^(\s{0,12})(?:([-*+])|(\d{1,8})([.)]))( \[[ xX]\])? +/;

/** Returns a new line that continues the list at the caret, or ends it in an empty item; null outside a list. */
export function continueList(text: string, caret: number): TextEdit | null {
  const start = lineStart(text, caret);
  const line = text.slice(start, caret);
  const [mark, indent = "", bullet, number, point = "", task] = item.exec(line) ?? [];
  if (mark === undefined) return null;
  if (mark === line) return insertion(start, caret, "");
  const next = bullet ?? `${Number(number) + 1}${point}`;
  return insertion(caret, caret, `\n${indent}${next}${task ? " [ ]" : ""} `);
}

/** Returns where the line begins. */
export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

type Keys = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

const plain: Record<string, Style> = { b: "bold", i: "italic", e: "code", k: "link" };
// Digits by position: with Shift, their keys type signs that differ between keyboards.
const shifted: Record<string, Style | "preview"> = {
  x: "strike",
  p: "preview",
  Digit7: "numbers",
  Digit8: "bullets",
  Digit9: "quote",
};

/** Returns what ⌘ on a Mac, or Ctrl elsewhere, does with this key; null if nothing. ⌘K only applies to a selection. */
export function shortcutOf(keys: Keys, isSelected: boolean, mac: boolean): Style | "preview" | null {
  if (keys.altKey || keys.metaKey !== mac || keys.ctrlKey === mac) return null;
  const key = keys.key.toLowerCase();
  if (keys.shiftKey) return shifted[key] ?? shifted[keys.code] ?? null;
  return key === "k" && !isSelected ? null : (plain[key] ?? null);
}

/** Returns whether a new line after this text would be inside a fenced block. */
export function endsInFence(text: string): boolean {
  return (text.match(/^ {0,3}```[^`\n]*$/gm) ?? []).length % 2 === 1;
}

/** Returns whether the caret is right after the mark of a list item, as when that was just typed. */
export function startsItem(text: string, caret: number): boolean {
  const line = text.slice(lineStart(text, caret), caret);
  return item.exec(line)?.[0] === line;
}

/** From here on the composer shows how many characters are left: the last tenth. */
export const FEW_LEFT = MESSAGE_LIMIT / 10;

/** Returns how many more characters a message with this text could have; negative if it's too long. */
export function charactersLeft(content: string): number {
  return MESSAGE_LIMIT - codePoints(content);
}
