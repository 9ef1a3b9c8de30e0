import type { TextEdit } from "./text-edit";

const item = /^(\s{0,12})(?:([-*+])|(\d{1,8})([.)]))( \[[ xX]\])? +/;

/** A new line that continues the list at the caret, or, in an item that is still empty, ends it; null where there is no list. */
export function continueList(text: string, caret: number): TextEdit | null {
  const lineStart = text.lastIndexOf("\n", caret - 1) + 1;
  const line = text.slice(lineStart, caret);
  const [mark, indent = "", bullet, number, point = "", task] = item.exec(line) ?? [];
  if (mark === undefined) return null;
  if (mark === line) return { start: lineStart, end: caret, insert: "", select: [lineStart, lineStart] };
  const next = bullet ?? `${Number(number) + 1}${point}`;
  const insert = `\n${indent}${next}${task ? " [ ]" : ""} `;
  const at = caret + insert.length;
  return { start: caret, end: caret, insert, select: [at, at] };
}
