import type { Style, TextEdit } from "./text-edit";

export type Inline = "bold" | "italic" | "strike" | "code";

// The first one is written; all are recognized. Code may have any number of backticks.
export const signs: Record<Inline, readonly string[]> = {
  bold: ["**", "__"],
  italic: ["_", "*"],
  strike: ["~~"],
  code: ["`"],
};

/**
 * Returns what applying a style does if the caret is in text that has it. At its end the caret leaves the signs, right
 * after them it goes back in. Elsewhere they're removed, as they are if nothing is between them. Returns null if the text
 * there doesn't have the style.
 */
export function toggleAtCaret(text: string, at: number, style: Style): TextEdit | null {
  if (style === "link") return toggleLink(text, at);
  const fence = style === "block" || style === "code" ? fenceAt(text, at) : null;
  if (fence) return toggleFence(text, at, fence);
  return style in signs ? toggleInline(text, at, style as Inline) : null;
}

/** Marked text: where its first sign begins, its content begins and ends, and its last sign ends. */
type MarkedRange = [open: number, start: number, end: number, close: number];

function toggleInline(text: string, at: number, style: Inline): TextEdit | null {
  const own = markedIn(text, at, style);
  const all = (Object.keys(signs) as Inline[]).flatMap((each) => (each === style ? own : markedIn(text, at, each)));
  const inside = own.findLast(([, start, end]) => start <= at && at <= end);
  if (!inside) {
    const before = own.findLast(([, , , close]) => hasOnlyEnds(close, at, all));
    return before ? caretAt(before[2]) : null;
  }
  const [, start, end, close] = inside;
  if (text.slice(start, end).trim() === "" || !hasOnlyEnds(at, end, all)) return unmarked(text, at, inside);
  // "**word **" wouldn't be bold, but code may end in a space.
  const space = style === "code" ? "" : (/\s+$/.exec(text.slice(start, at))?.[0] ?? "");
  if (space === "") return caretAt(close);
  return { start: at - space.length, end: close, insert: text.slice(at, close) + space, select: [close, close] };
}

/** Returns the edit that moves the caret and changes nothing. */
function caretAt(at: number): TextEdit {
  return { start: at, end: at, insert: "", select: [at, at] };
}

function unmarked(text: string, at: number, [open, start, end, close]: MarkedRange): TextEdit {
  const caret = open + Math.min(Math.max(at, start), end) - start;
  return { start: open, end: close, insert: text.slice(start, end), select: [caret, caret] };
}

/** Returns whether nothing but last signs of marked texts is between these places. */
function hasOnlyEnds(from: number, to: number, all: readonly MarkedRange[]): boolean {
  if (from >= to) return from === to;
  const next = all.find(([, , end]) => end === from);
  return next !== undefined && hasOnlyEnds(next[3], to, all);
}

const PARAGRAPH_END = /\n[ \t]*\n/;

/** Returns the texts with this style in the caret's paragraph. Signs don't reach across the caret. */
function markedIn(text: string, at: number, style: Inline): MarkedRange[] {
  const from = at - (text.slice(0, at).split(PARAGRAPH_END).at(-1)?.length ?? 0);
  const to = at + (text.slice(at).split(PARAGRAPH_END, 1)[0]?.length ?? 0);
  const code = style === "code" ? [] : markedIn(text, at, "code");
  const opened = new Map<string, number>();
  const found: MarkedRange[] = [];
  for (const [start, end] of [...runsOf(text, from, at), ...runsOf(text, at, to)]) {
    const length = signLength(text.slice(start, end), style);
    if (length === 0 || code.some(([open, , , close]) => open < start && end < close)) continue;
    const sign = style === "code" ? text.slice(start, end) : text.charAt(start);
    const opening = opened.get(sign);
    // What is written at the caret may still end in a space.
    if (opening !== undefined && (start === at || !isSpace(text, start - 1)) && !isInName(text, start, end)) {
      found.push([opening - length, opening, start, start + length]);
      opened.delete(sign);
    } else if ((isBlank(text, end, at) || !isSpace(text, end)) && !isInName(text, start, end)) opened.set(sign, end);
  }
  return found;
}

/** Returns where the runs of signs in this part of the text begin and end. */
function runsOf(text: string, from: number, to: number): [start: number, end: number][] {
  return [...text.slice(from, to).matchAll(/\*+|_+|~+|`+/g)].map(({ index, 0: run }) => [
    from + index,
    from + index + run.length,
  ]);
}

/** Returns how much of a run of signs is this style's sign; 0 if none. "***" is both bold and italic. */
function signLength(run: string, style: Inline): number {
  if (style === "code") return run.startsWith("`") ? run.length : 0;
  const sign = signs[style].find((each) => run.startsWith(each));
  const fits = run.length === sign?.length || (run.length === 3 && style !== "strike");
  return sign !== undefined && fits ? sign.length : 0;
}

/** Returns whether nothing is written from this place to the caret. */
function isBlank(text: string, from: number, caret: number): boolean {
  return from <= caret && text.slice(from, caret).trim() === "";
}

function isSpace(text: string, at: number): boolean {
  return /^\s?$/.test(text.charAt(at));
}

/** Returns whether these are underscores within a name, such as `a_b`. */
function isInName(text: string, start: number, end: number): boolean {
  return text.charAt(start) === "_" && /\w/.test(text.charAt(start - 1)) && /\w/.test(text.charAt(end));
}

/** Returns the code block that the caret is in. */
function fenceAt(text: string, at: number): MarkedRange | null {
  for (const { index, 0: block, 1: fence = "", 2: code = "" } of text.matchAll(/^(`{3,})[^`\n]*\n((?:.*\n)+?)\1$/gm)) {
    const close = index + block.length;
    const end = close - fence.length - 1;
    const start = end + 1 - code.length;
    if (start <= at && at <= end) return [index, start, end, close];
  }
  return null;
}

function toggleFence(text: string, at: number, fence: MarkedRange): TextEdit {
  const [, start, end, close] = fence;
  if (text.slice(at, end).trim() !== "" || text.slice(start, end).trim() === "") return unmarked(text, at, fence);
  if (text.charAt(close) === "\n") return caretAt(close + 1);
  return { start: close, end: close, insert: "\n", select: [close + 1, close + 1] };
}

const LINK = /\[([^\]\n]*)\]\(([^()\s]*)\)/g;

/** What a new link has for a URL until one is written. */
export const NO_URL = "https://";

/** The same as for the signs of other styles; a link without a URL, or without a text, keeps the other one. */
function toggleLink(text: string, at: number): TextEdit | null {
  for (const { index, 0: link, 1: label = "", 2: url = "" } of text.matchAll(LINK)) {
    const close = index + link.length;
    if (at <= index || at >= close) continue;
    const hasUrl = url !== "" && url !== NO_URL;
    const isEnd = at === close - 1 || at === index + 1 + label.length;
    if (hasUrl && label !== "" && isEnd) return caretAt(close);
    const kept = label === "" && hasUrl ? url : label;
    return { start: index, end: close, insert: kept, select: [index, index + kept.length] };
  }
  return null;
}
