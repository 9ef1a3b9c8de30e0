import { type Inline, NO_URL, signs, toggleAtCaret } from "./caret-marks";
import { insertion, lineStart, type Style, type TextEdit } from "./text-edit";

/** Returns the edit that applies a style to the selection, or removes it if all of it already has the style. */
export function formatSelection(text: string, from: number, to: number, style: Style): TextEdit {
  if (style === "quote" || style === "bullets" || style === "numbers") return formatLines(text, from, to, style);
  const { start, end } = withoutSpace(text, from, to);
  const toggled = start === end ? toggleAtCaret(text, start, style) : null;
  if (toggled) return toggled;
  if (style === "link") return link(text, start, end);
  const inside = text.slice(start, end);
  if (style === "block" || (style === "code" && inside.includes("\n"))) return block(text, start, end);
  if (inside.includes("\n")) return eachLine(text, start, end, style);
  return inline(text, start, end, style);
}

/** Returns the styles that the selection has, which applying them again would remove. */
export function stylesOf(text: string, from: number, to: number): Set<Style> {
  const { start, end } = withoutSpace(text, from, to);
  const inside = text.slice(start, end);
  const lines = text.slice(...linesAt(text, from, to)).split("\n");
  const has: Record<Style, () => boolean> = {
    bold: () => isInline(text, start, end, "bold"),
    italic: () => isInline(text, start, end, "italic"),
    strike: () => isInline(text, start, end, "strike"),
    code: () => (inside.includes("\n") ? blockAround(text, start, end) !== null : isInline(text, start, end, "code")),
    block: () => blockAround(text, start, end) !== null,
    link: () => linkAround(text, start, end) !== null,
    quote: () => haveMark(lines, "quote"),
    bullets: () => haveMark(lines, "bullets"),
    numbers: () => haveMark(lines, "numbers"),
  };
  return new Set((Object.keys(has) as Style[]).filter((style) => has[style]()));
}

function inline(text: string, start: number, end: number, style: Inline): TextEdit {
  const inside = text.slice(start, end);
  const around = signAround(text, start, end, style);
  if (around) {
    const at = start - around.length;
    return { start: at, end: end + around.length, insert: inside, select: [at, at + inside.length] };
  }
  const within = signWithin(inside, style);
  if (within) {
    const plain = inside.slice(within.length, -within.length);
    return { start, end, insert: plain, select: [start, start + plain.length] };
  }
  const sign = signFor(text, start, end, style);
  const at = start + sign.length;
  return { start, end, insert: `${sign}${inside}${sign}`, select: [at, at + inside.length] };
}

/** Returns the sign to write: "_" can't make a part of a word italic. */
function signFor(text: string, start: number, end: number, style: Inline): string {
  const inWord = /\w/.test(text.charAt(start - 1)) || /\w/.test(text.charAt(end));
  if (style === "italic" && inWord) return "*";
  let [sign = ""] = signs[style];
  const within = style === "code" ? backticks(text.slice(start, end)) : [];
  while (within.includes(sign)) sign += "`";
  return sign;
}

/** Returns the runs of backticks in a text. Code ends at a run that is as long as the one before it. */
function backticks(text: string): string[] {
  return text.match(/`+/g) ?? [];
}

function isInline(text: string, start: number, end: number, style: Inline): boolean {
  const inside = text.slice(start, end);
  if (!inside.includes("\n")) return signAround(text, start, end, style) !== null || signWithin(inside, style) !== null;
  return (
    style !== "code" && bodiesOf(inside, start === lineStart(text, start)).every(({ body }) => isBare(body, style))
  );
}

function isBare(body: string, style: Inline): boolean {
  return body === "" || signWithin(body, style) !== null;
}

function signAround(text: string, start: number, end: number, style: Inline): string | null {
  if (style === "code") {
    const [before] = /`+$/.exec(text.slice(0, start)) ?? [];
    const [after] = /^`+/.exec(text.slice(end)) ?? [];
    return before !== undefined && before === after ? before : null;
  }
  return (
    signs[style].find((sign) => {
      if (!text.startsWith(sign, end) || text.slice(Math.max(0, start - sign.length), start) !== sign) return false;
      return sign.length > 1 || runsOdd(text, start, end, sign);
    }) ?? null
  );
}

/** Tells "*a*" and "***a***" from "**a**", which isn't italic. */
function runsOdd(text: string, start: number, end: number, sign: string): boolean {
  const count = (at: number, step: 1 | -1) => {
    let found = 0;
    while (text.charAt(at + found * step) === sign) found += 1;
    return found;
  };
  return count(start - 1, -1) % 2 === 1 && count(end, 1) % 2 === 1;
}

function signWithin(inside: string, style: Inline): string | null {
  if (style === "code") {
    const [, sign = "", middle = ""] = /^(`+)([^`]|[^`].*[^`])\1$/.exec(inside) ?? [];
    return sign === "" || backticks(middle).includes(sign) ? null : sign;
  }
  return (
    signs[style].find((sign) => {
      const { length } = sign;
      if (inside.length <= 2 * length || !inside.startsWith(sign) || !inside.endsWith(sign)) return false;
      // "**a** and **b**" starts and ends with signs of two different runs.
      const middle = inside.slice(length, -length);
      return !middle.includes(sign) && (length > 1 || (middle.at(0) !== sign && middle.at(-1) !== sign));
    }) ?? null
  );
}

// What a line starts with that isn't its text: indentation, quotes and the mark of a list item or heading.
const opening = /^\s*(?:> ?)*(?:(?:[-*+]|\d{1,8}[.)])(?: \[[ xX]\])? +|#{1,6} +)?/;

type Body = { lead: string; body: string; tail: string };

/** Splits lines into their marks, text and trailing space. The first line may begin in the middle. */
function bodiesOf(inside: string, atLineStart: boolean): Body[] {
  return inside.split("\n").map((line, index) => {
    const lead = index > 0 || atLineStart ? (opening.exec(line)?.[0] ?? "") : "";
    const body = line.slice(lead.length).trimEnd();
    return { lead, body, tail: line.slice(lead.length + body.length) };
  });
}

/** Applies an inline style to each line's text: its signs may not span paragraphs or list items. */
function eachLine(text: string, start: number, end: number, style: Inline): TextEdit {
  const lines = bodiesOf(text.slice(start, end), start === lineStart(text, start));
  const removes = lines.every(({ body }) => isBare(body, style));
  const [sign = ""] = signs[style];
  const change = (body: string) => {
    const within = signWithin(body, style);
    if (removes) return within ? body.slice(within.length, -within.length) : body;
    return body === "" || within ? body : `${sign}${body}${sign}`;
  };
  const insert = lines.map(({ lead, body, tail }) => `${lead}${change(body)}${tail}`).join("\n");
  return { start, end, insert, select: [start, start + insert.length] };
}

const linked = /^\]\(([^()\s]*)\)/;

/** Returns the end of the link whose whole text is selected; null if it isn't a link. */
function linkAround(text: string, start: number, end: number): number | null {
  const target = text.charAt(start - 1) === "[" ? linked.exec(text.slice(end)) : null;
  return target && end > start ? end + target[0].length : null;
}

/** Makes a link. If the selected text is a URL, selects the label to type; otherwise the URL. */
function link(text: string, start: number, end: number): TextEdit {
  const inside = text.slice(start, end);
  const endOfLink = linkAround(text, start, end);
  if (endOfLink !== null) {
    return { start: start - 1, end: endOfLink, insert: inside, select: [start - 1, start - 1 + inside.length] };
  }
  // Right after making one, its URL is selected.
  const made = inside === NO_URL && text.startsWith("](", start - 2) ? toggleAtCaret(text, end, "link") : null;
  if (made) return made;
  if (isUrl(inside)) return { start, end, insert: `[](${inside})`, select: [start + 1, start + 1] };
  const at = start + inside.length + 3;
  return { start, end, insert: `[${inside}](${NO_URL})`, select: [at, at + NO_URL.length] };
}

/** Returns whether the text is a URL and nothing else. */
export function isUrl(text: string): boolean {
  return /^https?:\/\/\S*$/.test(text);
}

/** Returns where the fences around the selection begin and end, if it is all of a code block; null otherwise. */
function blockAround(text: string, start: number, end: number): [start: number, end: number] | null {
  const before = /(?:^|\n)(`{3,})[^`\n]*\n$/.exec(text.slice(0, start));
  const after = before && new RegExp(`^\n?${before[1]}(?=\n|$)`).exec(text.slice(end));
  if (!before || !after) return null;
  const at = before[0].startsWith("\n") ? before.index + 1 : before.index;
  return [at, end + after[0].length];
}

/** Returns the edit that puts the selection into a code block on lines of its own, or takes it out of one. */
function block(text: string, start: number, end: number): TextEdit {
  const inside = text.slice(start, end);
  const around = blockAround(text, start, end);
  if (around) {
    return { start: around[0], end: around[1], insert: inside, select: [around[0], around[0] + inside.length] };
  }
  const { insert, at } = fenced(text, start, end, inside);
  return { start, end, insert, select: [at, at + inside.length] };
}

/** Returns a code block for this place in the text, and where its code begins. */
export function fenced(text: string, start: number, end: number, code: string, language = ""): FencedText {
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const before = start === 0 || text[start - 1] === "\n" ? "" : "\n";
  const after = end === text.length || text[end] === "\n" ? "" : "\n";
  const head = `${before}${fence}${language}\n`;
  return { insert: `${head}${code}\n${fence}${after}`, at: start + head.length };
}

type FencedText = { insert: string; at: number };

type Lines = "quote" | "bullets" | "numbers";

const item = /^(\s*)(?:[-*+]|\d{1,8}[.)])(?: \[[ xX]\])? +/;

const marks: Record<Lines, { find: RegExp; put: (line: string, index: number) => string }> = {
  quote: { find: /^> ?/, put: (line) => `> ${line}`.trimEnd() },
  bullets: { find: /^(\s*)[-*+](?: \[[ xX]\])? +/, put: (line) => line.replace(item, "$1").replace(/^\s*/, "$&- ") },
  numbers: {
    find: /^(\s*)\d{1,8}[.)] +/,
    put: (line, index) => line.replace(item, "$1").replace(/^\s*/, `$&${index + 1}. `),
  },
};

function haveMark(lines: readonly string[], style: Lines): boolean {
  const written = lines.filter((line) => line.trim() !== "");
  return written.length > 0 && written.every((line) => marks[style].find.test(line));
}

/** Puts a mark before each selected line, or removes it if all lines have it. */
function formatLines(text: string, from: number, to: number, style: Lines): TextEdit {
  const [start, end] = linesAt(text, from, to);
  const lines = text.slice(start, end).split("\n");
  const { find, put } = marks[style];
  const removes = haveMark(lines, style);
  let count = 0;
  const changed = lines.map((line) => {
    if (removes) return line.replace(find, style === "quote" ? "" : "$1");
    if (line.trim() === "" && lines.length > 1 && style !== "quote") return line;
    count += 1;
    // An empty line keeps the space, after which the text is typed.
    return lines.length === 1 && line === "" && style === "quote" ? "> " : put(line, count - 1);
  });
  const insert = changed.join("\n");
  if (from !== to) return { start, end, insert, select: [start, start + insert.length] };
  const at = Math.max(start, from + insert.length - (end - start));
  return { start, end, insert, select: [at, at] };
}

/** Returns the range of the lines that the selection touches. A line of which only the start is selected isn't one. */
function linesAt(text: string, from: number, to: number): [start: number, end: number] {
  const last = to > from && text[to - 1] === "\n" ? to - 1 : to;
  const end = text.indexOf("\n", last);
  return [lineStart(text, from), end === -1 ? text.length : end];
}

// "**word **" wouldn't be bold.
function withoutSpace(text: string, from: number, to: number): { start: number; end: number } {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text.charAt(start))) start += 1;
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
  return { start, end };
}

/** Returns the edit that inserts a sign such as "@" at the selection's end, apart from a word before it. */
export function insertSign(text: string, at: number, sign: string): TextEdit {
  return insertion(at, at, at === 0 || /[\s(]/.test(text.charAt(at - 1)) ? sign : ` ${sign}`);
}

/** Returns whether text typed after this would be inside code. */
export function endsInCode(text: string): boolean {
  const last = text.split(/```[\s\S]*?```|`[^`\n]+`/).at(-1) ?? "";
  return last.includes("```") || /`[^\n]*$/.test(last.slice(last.lastIndexOf("\n") + 1));
}
