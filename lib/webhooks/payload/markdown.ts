import { codePoints, firstCodePoints, isBlank, storableText } from "@/lib/text/text";
import { webUrl } from "./json-object";

/** Longer URLs aren't linked: they count towards an embed's text, although no reader sees them. */
const LONGEST_LINK = 500;

// What may have a meaning in Markdown.
const MARKUP = /[\\`*[\]<>~|&@_]|:\/\/|!$|^[#+=\d-]/;

/** Escapes one line of plain text, so that it has no markup, links or mentions. */
export function literal(text: string): string {
  if (!MARKUP.test(text)) return text;
  return text
    .replace(/[\\`*[\]<>~|&@]|:(?=\/\/)|!$/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/^[#+=-]/, "\\$&")
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

/** Returns one line of plain text as inline code. Backticks in it are kept. */
export function code(text: string): string {
  if (!text) return "";
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = "`".repeat(longest + 1);
  const space = longest > 0 ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}

/** The most characters in a block of code or of lines. */
export const LONGEST_BLOCK = 6_000;

/** Returns text as a code block, or "" if it's blank. */
export function block(value: string, language: string): string {
  if (isBlank(value)) return "";
  const kept = storableText(value.slice(0, LONGEST_BLOCK))
    .replaceAll("\r\n", "\n")
    .replace(/`{9,}/g, "````````")
    .trimEnd();
  const longest = (kept.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `\n${fence}${language.replace(/[^\w+-]/g, "")}\n${kept}\n${fence}\n`;
}

/** Returns Markdown text as a link, or unchanged without a URL. */
export function link(markdown: string, url: string | undefined): string {
  if (!markdown || !url || url.length > LONGEST_LINK) return markdown;
  return `[${markdown}](${destination(url)})`;
}

/** Escapes a URL for a Markdown link. */
function destination(url: string): string {
  return (
    url
      .replaceAll("\\", "%5C")
      .replaceAll("(", "%28")
      .replaceAll(")", "%29")
      // Markdown would read `&lt;` in a URL as an entity.
      .replace(/&(?=#?\w+;)/g, "%26")
  );
}

/** Returns as many whole items as fit into `most` code points, then `rest` with how many of `total` are missing. */
export function listing(
  items: readonly string[],
  separator: string,
  most: number,
  rest: (count: number) => string,
  total = items.length,
): string {
  let room = most;
  const shown: string[] = [];
  for (const item of items) {
    room -= codePoints(item) + separator.length;
    if (room < 0) break;
    shown.push(item);
  }
  if (total > shown.length) shown.push(rest(total - shown.length));
  return shown.join(separator);
}

/** Joins the non-empty items with commas, short enough for a field. */
export function inline(items: readonly string[]): string {
  return listing(items.filter(Boolean), ", ", 600, (count) => `… and ${count} more`);
}

/** Joins the non-empty texts with a middle dot. */
export function dotted(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(" · ");
}

/** Joins the non-empty texts as paragraphs. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter(Boolean).join("\n\n");
}

/** Defuses mentions in Markdown, also in code: they name people on GitHub, not in this workspace. */
export function withoutMentions(markdown: string): string {
  return markdown.replace(/<@(?=\d)/g, "<@\u200b");
}

/** Longer texts are cut here, with a link to the rest on GitHub. */
const LONGEST_BODY = 2000;

/** Converts GitHub's Markdown to Markdown without HTML. A long text is cut and links to the rest at `url`. */
export function body(markdown: string, url: string | undefined, at = "GitHub"): string {
  const text = withoutHtml(markdown, LONGEST_BODY * 4).trim();
  if (isBlank(text)) return "";
  if (codePoints(text) <= LONGEST_BODY) return text;
  const start = atBoundary(firstCodePoints(text, LONGEST_BODY));
  return paragraphs(closeFence(`${start}…`), url ? link(`Read more on ${at}`, url) : "");
}

/** Cuts the text at its last whole line or word, if that loses little. */
function atBoundary(text: string): string {
  const line = text.lastIndexOf("\n");
  const word = text.lastIndexOf(" ");
  const end = line > text.length * 0.8 ? line : word > text.length * 0.9 ? word : text.length;
  return text.slice(0, end).trimEnd();
}

/** Closes a code block whose end was cut off. Otherwise the link after it would be code too. */
function closeFence(text: string): string {
  let open = "";
  for (const line of text.split("\n")) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    const [, mark = "", info = ""] = fence ?? [];
    if (!open && mark && !(mark.startsWith("`") && info.includes("`"))) open = mark;
    else if (open && mark.startsWith(open) && !info.trim()) open = "";
  }
  return open ? `${text}\n${open}` : text;
}

/** HTML tags that are common in GitHub's Markdown, with the Markdown for their opening and closing. */
const TAGS = new Map<string, readonly [open: string, close: string]>([
  ...pairs("b strong", "**", "**"),
  ...pairs("i em", "*", "*"),
  ...pairs("s del strike", "~~", "~~"),
  ...pairs("code kbd samp tt", "`", "`"),
  ...pairs("summary", "\n\n**", "**\n\n"),
  ...pairs("h1 h2 h3 h4 h5 h6", "\n\n### ", "\n\n"),
  ...pairs("p div details ul ol dl table blockquote", "\n\n", "\n\n"),
  ...pairs("li dt tr", "\n- ", ""),
  ...pairs("td th", " ", " "),
  ...pairs("br hr", "\n", "\n"),
  ...pairs("sub sup ins u span font small center picture source thead tbody dd img a", "", ""),
]);

function pairs(names: string, open: string, close: string) {
  return names.split(" ").map((name) => [name, [open, close]] as const);
}

const FENCE = /^ {0,3}(`{3,}(?=[^`\n]*$)|~{3,})[^\n]*$/;
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)\/?>/;
const MARK = new RegExp(`${FENCE.source}|\`+|<!--|${TAG.source}`, "gim");

/**
 * Converts GitHub's Markdown to Markdown without HTML: comments are removed, known tags are converted or removed, and
 * code and everything else is kept. Stops after `most` non-blank characters. Linear in the text's length.
 */
function withoutHtml(markdown: string, most: number): string {
  const out: string[] = [];
  const links: Links = [];
  const lastRun = lastRuns(markdown);
  const lastComment = markdown.lastIndexOf("-->");
  let at = 0;
  let room = most;
  const keepTo = (end: number) => {
    const kept = markdown.slice(at, end);
    out.push(kept);
    room -= kept.trim().length;
    at = end;
  };
  const skipTo = (start: number, end: number) => {
    keepTo(start);
    at = end;
  };
  while (room >= 0) {
    MARK.lastIndex = at;
    const match = MARK.exec(markdown);
    if (!match) {
      keepTo(markdown.length);
      break;
    }
    const [mark, fence, slash, name = "", attributes = ""] = match;
    const end = match.index + mark.length;
    const tag = TAGS.get(name.toLowerCase());
    if (fence) keepTo(endOfFence(markdown, end, fence));
    else if (mark.startsWith("`")) {
      keepTo((lastRun.get(mark.length) ?? -1) > match.index ? endOfCode(markdown, end, mark.length) : end);
    } else if (mark === "<!--" && lastComment >= end) skipTo(match.index, markdown.indexOf("-->", end) + 3);
    else if (!tag) keepTo(end);
    else {
      skipTo(match.index, end);
      out.push(name.toLowerCase() === "img" ? image(attributes) : tag[slash ? 1 : 0]);
      if (name.toLowerCase() === "a") anchor(out, links, slash ? null : attributes);
    }
  }
  return out.join("");
}

type Links = { index: number; attributes: string }[];

/** Turns `<a>` into `[` once its `</a>` is found. An unclosed one is removed. */
function anchor(out: string[], links: Links, attributes: string | null): void {
  if (attributes !== null) {
    links.push({ index: out.length - 1, attributes });
    return;
  }
  const open = links.pop();
  const href = open && attribute(open.attributes, "href");
  if (!href) return;
  out[open.index] = "[";
  out.push(`](${href})`);
}

/**
 * Finds the last position of each length of backtick run. Without it, every run would search to the end for its
 * partner.
 */
function lastRuns(markdown: string): Map<number, number> {
  const last = new Map<number, number>();
  for (const { 0: run, index } of markdown.matchAll(/`+/g)) last.set(run.length, index);
  return last;
}

function endOfCode(markdown: string, start: number, length: number): number {
  const runs = /`+/g;
  runs.lastIndex = start;
  for (let run = runs.exec(markdown); run; run = runs.exec(markdown)) {
    if (run[0].length === length) return run.index + length;
  }
  return start;
}

function endOfFence(markdown: string, start: number, fence: string): number {
  const closing = /^ {0,3}(`+|~+)[ \t]*$/gm;
  closing.lastIndex = start;
  for (let match = closing.exec(markdown); match; match = closing.exec(markdown)) {
    if (match[1]?.startsWith(fence)) return match.index + match[0].length;
  }
  return markdown.length;
}

function image(attributes: string): string {
  const src = attribute(attributes, "src");
  const alt = (/\salt\s*=\s*["']([^"'[\]]*)["']/i.exec(attributes)?.[1] ?? "").trim();
  return src ? `![${alt || "image"}](${src})` : "";
}

function attribute(attributes: string, name: "href" | "src"): string | undefined {
  const pattern = name === "href" ? /\shref\s*=\s*["']?([^\s"']*)/i : /\ssrc\s*=\s*["']?([^\s"']*)/i;
  const url = webUrl((pattern.exec(attributes)?.[1] ?? "").replaceAll("&amp;", "&"));
  return url && destination(url);
}
