import { type Block, Fences } from "./fences";
import { inlineMarkdown, inlineText, withoutSpoilers } from "./inline";

/** Text, a code block or a quote, as Markdown. */
type Part = { kind: "text" | "code" | "quote"; markdown: string };

// What Discord formats, and what only Markdown would.
const MARKED = /[\\`<|_*~&>=#+-]|(?:^|\n)(?: {4}|\t)/;

const PARTS = /```|(?:^|\n) *>/;

/** Converts Discord's text to Markdown that looks as it does in Discord. Linear in its length. */
export function discordMarkdown(text: string): string {
  if (!MARKED.test(text)) return text;
  const source = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  return withoutSpoilers(PARTS.test(source) ? join(partsOf(source, true)) : linesMarkdown(source));
}

/** Converts Discord's text for a place that shows no marks, such as a title. */
export function discordLine(text: string): string {
  return withoutSpoilers(inlineText(text));
}

/** Takes a text apart from start to end: quotes at the start of lines, code blocks anywhere. */
function partsOf(text: string, mayQuote: boolean): Part[] {
  const parts: Part[] = [];
  const fences = new Fences(text);
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const startsLine = at === 0 || text.charAt(at - 1) === "\n";
    const end = endOfLine(text, at);
    const quoted = startsLine && mayQuote ? quoteAt(text, at) : null;
    const found = quoted ?? fences.within(at, end);
    at = found?.end ?? end;
    if (!found) continue;
    parts.push({ kind: "text", markdown: linesMarkdown(text.slice(from, found.start)) });
    parts.push({ kind: quoted ? "quote" : "code", markdown: found.markdown });
    from = at;
  }
  return [...parts, { kind: "text", markdown: linesMarkdown(text.slice(from)) }];
}

/** Joins parts with line breaks. Without an empty line after a quote, Markdown would go on quoting. */
function join(parts: readonly Part[]): string {
  const shown = parts
    .map(({ kind, markdown }, index): Part => {
      if (kind !== "text") return { kind, markdown };
      const from = index > 0 && parts[index - 1]?.kind === "code" ? markdown.replace(/^[ \t]*\n?/, "") : markdown;
      return { kind, markdown: index < parts.length - 1 ? withoutEnd(from) : from };
    })
    .filter(({ markdown }) => markdown !== "");
  return shown
    .map(({ markdown }, index) => {
      const before = shown[index - 1]?.kind;
      const isApart = before === "quote" && !markdown.startsWith("\n");
      return (before === undefined ? "" : isApart ? "\n\n" : "\n") + markdown;
    })
    .join("");
}

/** Removes one line break, or the spaces of an unfinished line. */
function withoutEnd(text: string): string {
  if (text.endsWith("\n")) return text.slice(0, -1);
  const trimmed = text.trimEnd();
  return text.slice(trimmed.length).includes("\n") ? text : trimmed;
}

/** The index after the line's end. */
function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

const REST = / *>>> +/y;
const QUOTED = / *>(?: |(?=\n|$))/y;

/** Reads a quote: `>>>` quotes all that follows, `>` its line. Discord wants a space after either. */
function quoteAt(text: string, start: number): Block | null {
  REST.lastIndex = start;
  if (REST.test(text)) return { start, end: text.length, markdown: quote(text.slice(REST.lastIndex)) };
  const lines: string[] = [];
  let end = start;
  for (QUOTED.lastIndex = end; end < text.length && QUOTED.test(text); QUOTED.lastIndex = end) {
    const inside = QUOTED.lastIndex;
    end = endOfLine(text, end);
    lines.push(text.slice(inside, end));
  }
  return lines.length === 0 ? null : { start, end, markdown: quote(lines.join("").replace(/\n$/, "")) };
}

/** Quotes have no quotes in them. */
function quote(text: string): string {
  const markdown = join(partsOf(text, false)).trimEnd();
  return markdown === "" ? "" : markdown.replace(/^/gm, "> ");
}

const BLANK_LINES = /(\n[ \t]*\n)/;

/** Converts text without code blocks and quotes. */
function linesMarkdown(text: string): string {
  let inList = false;
  const lines = text.split("\n").map((line) => {
    if (line.trim() === "") return line;
    const isRule = RULE.test(line);
    inList = (!isRule && ITEM.test(line)) || (inList && /^[ \t]/.test(line));
    return withWholeEnd(inList && !isRule ? line : guarded(line));
  });
  if (lines.length === 1) return inlineMarkdown(lines[0] ?? "");
  return lines
    .join("\n")
    .split(BLANK_LINES)
    .map((piece, index) => (index % 2 === 1 ? piece : inlineMarkdown(piece)))
    .join("");
}

const ITEM = /^[ \t]*(?:[-*]|\d{1,9}[.)])[ \t]+\S/;
// A line of such signs would be a rule, or make a heading of the line above.
const RULE = /^ {0,3}([-=_*])(?:[ \t]*\1)*[ \t]*$/;
// What starts a block in Markdown, but not in Discord.
const OTHERS = /^ {0,3}(?:>|\+[ \t]|~~~|```)/;
const SUBTEXT = /^ *-# +(?=\S)/;
const START = /^(?:#{1,6}(?=[ \t])|[-*](?=[ \t])|\d{1,9}(?=[.)][ \t]))/;

/** Converts how a line starts. */
function guarded(line: string): string {
  const indent = line.length - line.trimStart().length;
  if (RULE.test(line) || OTHERS.test(line)) return `${line.slice(0, indent)}\\${line.slice(indent)}`;
  const small = SUBTEXT.exec(line)?.[0];
  if (small !== undefined) return asText(line.slice(small.length));
  // Markdown would show it as code.
  return /^(?: {4}|\t)/.test(line)
    ? line.slice(0, indent).replaceAll("\t", "    ").replaceAll(" ", "\u00a0") + line.slice(indent)
    : line;
}

function asText(line: string): string {
  const start = START.exec(line)?.[0] ?? "";
  if (start === "") return guarded(line);
  return /\d/.test(start) ? `${start}\\${line.slice(start.length)}` : `\\${line}`;
}

/** Markdown would drop a backslash at a line's end. */
function withWholeEnd(line: string): string {
  let count = 0;
  while (line.charAt(line.length - 1 - count) === "\\") count += 1;
  return count % 2 === 1 ? `${line}\\` : line;
}
