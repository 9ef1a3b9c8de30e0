import { oneLine } from "@/lib/text/text";
import { webUrl } from "@/lib/webhooks/payload/json-object";
import { block, code, LONGEST_BLOCK, link, literal } from "@/lib/webhooks/payload/markdown";

// Each part ends where another of its kind starts, so that matching stays linear.
const VERBATIM = /\{(code|noformat)(?::([^{}\n]{0,200}))?\}([\s\S]*?)(?:\{\1\}|$)/g;
const INLINE = new RegExp(
  [
    String.raw`\{\{(?<code>[^{}]{1,500})\}\}`,
    String.raw`\[(?<text>[^[\]|]{1,300})\|(?<url>[^[\]|\s]{1,600})(?:\|[^[\]]{0,100})?\]`,
    String.raw`\[(?<bare>https?:[^[\]|\s]{1,600})\]`,
    String.raw`\[~(?<person>[^[\]]{1,200})\]`,
    String.raw`(?<![\p{L}\p{N}*])\*(?=\S)(?<bold>[^*]{1,500})(?<=\S)\*(?![\p{L}\p{N}*])`,
    String.raw`(?<![\p{L}\p{N}_])_(?=\S)(?<italic>[^_]{1,500})(?<=\S)_(?![\p{L}\p{N}_])`,
    String.raw`!(?<file>[^!|\s]{1,300}\.\w{2,5})(?:\|[^!]{0,200})?!`,
    String.raw`\\(?<escaped>[^\p{L}\p{N}\s])`,
    String.raw`\{(?:color|panel|quote)(?::[^{}]{0,200})?\}`,
  ].join("|"),
  "gu",
);
const LINE = /^\s*(?:h[1-6]\.\s+(?<heading>.*)|bq\.\s+(?<quote>.*)|(?<marks>[*#]{1,6}|-)\s+(?<item>.*))$/u;

/**
 * Converts Jira's own markup to Markdown: headings, lists, quotes, code, links, people, bold and italic. Everything
 * else, such as tables, is kept as written. https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all
 */
export function markdownOfJira(markup: string): string {
  const text = markup.slice(0, LONGEST_BLOCK).replace(/\r\n?/g, "\n");
  const parts: string[] = [];
  let at = 0;
  for (const { 0: whole, 1: kind, 2: given = "", 3: inside = "", index } of text.matchAll(VERBATIM)) {
    parts.push(prose(text.slice(at, index)));
    const language = kind === "code" ? (given.split("|").find((each) => !each.includes("=")) ?? "") : "";
    parts.push(block(inside.replace(/^\n/, ""), language));
    at = index + whole.length;
  }
  parts.push(prose(text.slice(at)));
  return parts.join("").trim();
}

function prose(text: string): string {
  let quoted = false;
  return text
    .split("\n")
    .map((line) => {
      const opens = line.trim() === "{quote}";
      if (opens) quoted = !quoted;
      return opens ? "" : `${quoted ? "> " : ""}${lineOf(oneLine(line))}`;
    })
    .join("\n");
}

function lineOf(line: string): string {
  const { heading, quote, marks = "", item } = LINE.exec(line)?.groups ?? {};
  if (heading !== undefined) return `**${inline(heading.replaceAll("*", ""))}**`;
  // Without an empty line, the next line would be quoted too.
  if (quote !== undefined) return `> ${inline(quote)}\n`;
  if (item === undefined) return inline(line);
  return `${"   ".repeat(marks.length - 1)}${marks.endsWith("#") ? "1." : "-"} ${inline(item)}`;
}

function inline(line: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: whole, index, groups = {} } of line.matchAll(INLINE)) {
    parts.push(literal(line.slice(at, index)), marked(groups));
    at = index + whole.length;
  }
  parts.push(literal(line.slice(at)));
  return parts.join("");
}

/** Converts one mark in a line. An account's id isn't a name, so it isn't shown. */
function marked({ code: said, text, url, bare, person, bold, italic, file, escaped }: Record<string, string>): string {
  if (said) return code(said);
  if (text) return link(literal(text), webUrl(url ?? ""));
  if (bare) return link(literal(bare), webUrl(bare));
  if (person) return literal(person.startsWith("accountid:") ? "@someone" : `@${person}`);
  if (bold) return `**${inline(bold)}**`;
  if (italic) return `*${inline(italic)}*`;
  return literal(file ?? escaped ?? "");
}
