import { withEmoji } from "@/lib/messages/emoji/emoji";
import { type Mode, parseLine } from "./inline";
import { fence, guardLineStart, markdownLine } from "./markdown";
import { decodeEntities, type SlackRun, visibleLine } from "./runs";

/** A line of Markdown or a whole code block, and the kind of block that it belongs to. */
type MarkdownPart = { kind: "text" | "item" | "quote" | "code"; markdown: string };

/** Converts Slack's text to Markdown that looks as it does in Slack. Linear in its length. */
export function mrkdwn(text: string, mode: Mode = "mrkdwn"): string {
  const normal = text.replace(/\r\n?/g, "\n");
  return join(mode === "mrkdwn" ? parts(normal, true) : textParts(normal.split("\n"), mode));
}

/** Returns Slack's text without its markup. */
export function visibleText(text: string, mode: Mode = "mrkdwn"): string {
  if (mode !== "mrkdwn") return visibleLines(text, mode);
  return codeApart(text)
    .map(({ code, text: each }) => (code ? decodeEntities(each) : visibleLines(each, mode)))
    .join("");
}

/** Converts lines of runs to Markdown in which nothing starts a block. */
export function paragraph(lines: readonly (readonly SlackRun[])[]): string {
  return lines.map((runs) => (isBlankLine(runs) ? "" : guardLineStart(markdownLine(runs)))).join("\n");
}

const isBlankLine = (runs: readonly SlackRun[]): boolean =>
  runs.every(({ kind, text }) => kind === "text" && text.trim() === "");

/** Markdown as a quote. */
export const quote = (markdown: string): string =>
  markdown
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");

const visibleLines = (text: string, mode: Mode): string =>
  text
    .split("\n")
    .map((line) => (MARKED.test(line) ? visibleLine(parseLine(line, mode)) : withEmoji(line)))
    .join("\n");

function parts(text: string, mayQuote: boolean): MarkdownPart[] {
  const rest = mayQuote ? quotedRest(text) : null;
  if (rest) {
    return [...parts(rest.before, true), { kind: "quote", markdown: quote(join(parts(rest.after, false))) }];
  }
  return codeApart(text).flatMap(({ code, start, text: each }, index, all): MarkdownPart[] => {
    if (code) return [{ kind: "code", markdown: fence(decodeEntities(each)) }];
    const begun = start === 0 ? each : each.replace(/^[ \t]+/, "");
    return lineParts((index === all.length - 1 ? begun : begun.trimEnd()).split("\n"), mayQuote);
  });
}

type Segment = { code: boolean; start: number; text: string };

/** Splits text from code blocks. A block that is unclosed or empty is text. */
function codeApart(text: string): Segment[] {
  const found: Segment[] = [];
  let from = 0;
  let start = text.indexOf("```");
  while (start !== -1) {
    const end = text.indexOf("```", start + 3);
    if (end === -1) break;
    const code = text
      .slice(start + 3, end)
      .replace(/^\n/, "")
      .replace(/\n$/, "");
    if (code.trim() !== "") {
      found.push({ code: false, start: from, text: text.slice(from, start) }, { code: true, start, text: code });
      from = end + 3;
    }
    start = text.indexOf("```", end + 3);
  }
  return [...found, { code: false, start: from, text: text.slice(from) }];
}

const REST = /^(?:>>>|&gt;&gt;&gt;) ?/gm;

/** Splits off what follows `>>>`, which quotes everything after it, including code blocks. */
function quotedRest(text: string): { before: string; after: string } | null {
  for (const piece of codeApart(text)) {
    for (const match of piece.code ? [] : piece.text.matchAll(REST)) {
      const at = piece.start + match.index;
      if (at > 0 && text.charAt(at - 1) !== "\n") continue;
      return { before: text.slice(0, at).replace(/\n$/, ""), after: text.slice(at + match[0].length) };
    }
  }
  return null;
}

const BLANK: MarkdownPart = { kind: "text", markdown: "" };
const MARKED = /[\\*`_~<&[\](!]|http/;
const QUOTED = /^(?:>|&gt;) ?/;

function lineParts(lines: readonly string[], mayQuote: boolean): MarkdownPart[] {
  const found: MarkdownPart[] = [];
  let plain: string[] = [];
  let quoted: string[] = [];
  const flush = () => {
    if (quoted.length > 0) found.push({ kind: "quote", markdown: quote(join(textParts(quoted, "mrkdwn"))) });
    // Not `push(...parts)`, because too many arguments overflow the stack.
    for (const part of textParts(plain, "mrkdwn")) found.push(part);
    plain = [];
    quoted = [];
  };
  for (const line of lines) {
    const mark = mayQuote ? QUOTED.exec(line)?.[0] : undefined;
    if ((mark === undefined ? quoted : plain).length > 0) flush();
    if (mark === undefined) plain.push(line);
    else quoted.push(line.slice(mark.length));
  }
  flush();
  return found;
}

function textParts(lines: readonly string[], mode: Mode): MarkdownPart[] {
  const lists = new ListMarks();
  return lines.map((line): MarkdownPart => {
    if (line.trim() === "") {
      lists.end();
      return BLANK;
    }
    const item = mode === "mrkdwn" ? lists.read(line) : null;
    const markdown = guardLineStart(inlineMarkdown(item?.text ?? line, mode));
    return item ? { kind: "item", markdown: item.mark + markdown } : { kind: "text", markdown };
  });
}

/** Most lines have no markup, so only their emoji are converted. */
function inlineMarkdown(line: string, mode: Mode): string {
  return MARKED.test(line) ? markdownLine(parseLine(line, mode)) : withEmoji(line);
}

/** Joins parts, with an empty line between parts of different blocks. */
function join(all: readonly MarkdownPart[]): string {
  const lines: string[] = [];
  let last: MarkdownPart["kind"] | null = null;
  for (const { kind, markdown } of all) {
    const together = last === kind && kind !== "code";
    if (last !== null && !together && lines.at(-1) !== "") lines.push("");
    if (markdown !== "" || (lines.length > 0 && lines.at(-1) !== "")) lines.push(markdown);
    last = kind;
  }
  return lines.join("\n").trimEnd();
}

const BULLET = /^([ \t]*)(?:[•◦▪‣▫][ \t]*|[-*][ \t]+)(?=\S)/;
const NUMBER = /^([ \t]*)(0|[1-9]\d{0,8})\.[ \t]+(?=\S)/;

/** Messages show at most this many levels of lists. */
export const DEEPEST = 5;

type Level = { indent: number; width: number; number: number | null };

/** Recognizes list items line by line and tracks their nesting. */
class ListMarks {
  private levels: Level[] = [];

  end(): void {
    this.levels = [];
  }

  /** Returns the line's Markdown mark and text, or null if it isn't an item, which ends the list before it. */
  read(line: string): { mark: string; text: string } | null {
    const bullet = BULLET.exec(line);
    const match = bullet ?? NUMBER.exec(line);
    const number = bullet ? null : Number(match?.[2]);
    if (!match || !this.enter(widthOf(match[1] ?? ""), number)) {
      this.end();
      return null;
    }
    const indent = this.levels.slice(0, -1).reduce((sum, { width }) => sum + width, 0);
    return { mark: `${" ".repeat(indent)}${markOf(number)}`, text: line.slice(match[0].length) };
  }

  /**
   * Returns false for a number that doesn't follow the previous one, because Markdown would count on and show another.
   */
  private enter(indent: number, number: number | null): boolean {
    while (this.levels.length > 1 && indent < (this.levels.at(-1)?.indent ?? 0)) this.levels.pop();
    const level = this.levels.at(-1);
    const width = markOf(number).length;
    if (!level || (indent > level.indent + 1 && this.levels.length < DEEPEST)) {
      this.levels.push({ indent, width, number });
      return true;
    }
    if (number !== null && level.number !== null && number !== level.number + 1) return false;
    this.levels[this.levels.length - 1] = { indent: level.indent, width, number };
    return true;
  }
}

const markOf = (number: number | null): string => (number === null ? "- " : `${number}. `);
const widthOf = (indent: string): number => indent.replaceAll("\t", "    ").length;
