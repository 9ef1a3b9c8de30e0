/** Replaces the text from `start` to `end` with `insert`, then selects the range `select`. */
export type TextEdit = { start: number; end: number; insert: string; select: [number, number] };

/** Applies the edit as if it had been typed: the browser can undo it, and the field's listeners are called. */
export function applyEdit(field: HTMLTextAreaElement, { start, end, insert, select }: TextEdit): void {
  field.focus();
  field.setSelectionRange(start, end);
  // Deprecated, but the only way that keeps the undo history.
  const done = document.execCommand(insert === "" ? "delete" : "insertText", false, insert);
  if (!done) {
    field.setRangeText(insert, start, end, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.setSelectionRange(...select);
}

export type Style = "bold" | "italic" | "code" | "link";

const signs = { bold: "**", italic: "_", code: "`" };

/** Returns the edit that applies a style to the selection, or removes it if it is already applied. */
export function formatSelection(text: string, from: number, to: number, style: Style): TextEdit {
  const { start, end } = withoutSpace(text, from, to);
  if (style === "link") return link(text, start, end);
  if (style === "code" && text.slice(start, end).includes("\n")) return fence(text, start, end);
  const sign = signs[style];
  const inside = text.slice(start, end);
  if (isInside(text, start, end, sign)) {
    const at = start - sign.length;
    return { start: at, end: end + sign.length, insert: inside, select: [at, at + inside.length] };
  }
  const at = start + sign.length;
  return { start, end, insert: `${sign}${inside}${sign}`, select: [at, at + inside.length] };
}

function isInside(text: string, start: number, end: number, sign: string): boolean {
  return text.slice(Math.max(0, start - sign.length), start) === sign && text.startsWith(sign, end);
}

/** Makes a link. If the selected text is a URL, selects the label to type; otherwise the URL. */
function link(text: string, start: number, end: number): TextEdit {
  const inside = text.slice(start, end);
  if (/^https?:\/\/\S+$/.test(inside)) {
    return { start, end, insert: `[](${inside})`, select: [start + 1, start + 1] };
  }
  const at = start + inside.length + 3;
  return { start, end, insert: `[${inside}](https://)`, select: [at, at + "https://".length] };
}

function fence(text: string, start: number, end: number): TextEdit {
  const inside = text.slice(start, end);
  const before = start === 0 || text[start - 1] === "\n" ? "" : "\n";
  const after = end === text.length || text[end] === "\n" ? "" : "\n";
  const at = start + before.length + 4;
  return { start, end, insert: `${before}\`\`\`\n${inside}\n\`\`\`${after}`, select: [at, at + inside.length] };
}

// "**word **" wouldn't be bold.
function withoutSpace(text: string, from: number, to: number): { start: number; end: number } {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text.charAt(start))) start += 1;
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
  return { start, end };
}

const item = /^(\s{0,12})(?:([-*+])|(\d{1,8})([.)]))( \[[ xX]\])? +/;

/** Returns a new line that continues the list at the caret, or ends it in an empty item; null outside a list. */
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

type Keys = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

const styles: Record<string, Style> = { b: "bold", i: "italic", e: "code", k: "link" };

/** Returns what Ctrl or ⌘ with this key does; null if nothing. Ctrl+K only applies to a selection. */
export function shortcutOf(keys: Keys, isSelected: boolean): Style | "preview" | null {
  if (keys.altKey || keys.ctrlKey === keys.metaKey) return null;
  const key = keys.key.toLowerCase();
  if (keys.shiftKey) return key === "p" ? "preview" : null;
  return key === "k" && !isSelected ? null : (styles[key] ?? null);
}

/** Returns whether text typed after this would be inside code. */
export function endsInCode(text: string): boolean {
  const last = text.split(/```[\s\S]*?```|`[^`\n]+`/).at(-1) ?? "";
  return last.includes("```") || /`[^\n]*$/.test(last.slice(last.lastIndexOf("\n") + 1));
}

/** Returns whether a new line after this text would be inside a fenced block. */
export function endsInFence(text: string): boolean {
  return (text.match(/^ {0,3}```[^`\n]*$/gm) ?? []).length % 2 === 1;
}
