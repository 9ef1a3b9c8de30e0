import { destination } from "./markdown";
import { webUrl } from "./read";

/** What stands for the tags that people write into GitHub's Markdown: before and after what they hold. */
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
 * Markdown as GitHub shows it, without HTML: comments are gone, known tags are Markdown or gone, and code and everything
 * else stays. Ends early once there are more than `most` characters that aren't blank. Linear in the text's length.
 */
export function withoutHtml(source: string, most: number): string {
  const out: string[] = [];
  const links: Links = [];
  const lastRun = lastRuns(source);
  const lastComment = source.lastIndexOf("-->");
  let at = 0;
  let room = most;
  const keepTo = (end: number) => {
    const kept = source.slice(at, end);
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
    const match = MARK.exec(source);
    if (!match) {
      keepTo(source.length);
      break;
    }
    const [mark, fence, slash, name = "", attributes = ""] = match;
    const end = match.index + mark.length;
    const tag = TAGS.get(name.toLowerCase());
    if (fence) keepTo(endOfFence(source, end, fence));
    else if (mark.startsWith("`")) {
      keepTo((lastRun.get(mark.length) ?? -1) > match.index ? endOfCode(source, end, mark.length) : end);
    } else if (mark === "<!--" && lastComment >= end) skipTo(match.index, source.indexOf("-->", end) + 3);
    else if (!tag) keepTo(end);
    else {
      skipTo(match.index, end);
      out.push(name.toLowerCase() === "img" ? image(attributes) : tag[slash ? 1 : 0]);
      if (name.toLowerCase() === "a") anchor(out, links, slash ? null : attributes);
    }
  }
  return out.join("");
}

type Links = { place: number; attributes: string }[];

/** A link's opening becomes one only when it is closed: till then it stands as nothing at its place. */
function anchor(out: string[], links: Links, attributes: string | null): void {
  if (attributes !== null) {
    links.push({ place: out.length - 1, attributes });
    return;
  }
  const open = links.pop();
  const href = open && attribute(open.attributes, "href");
  if (!href) return;
  out[open.place] = "[";
  out.push(`](${href})`);
}

/** Where each length of backtick runs is found last: without it every run would search to the end for its partner. */
function lastRuns(source: string): Map<number, number> {
  const last = new Map<number, number>();
  for (const { 0: run, index } of source.matchAll(/`+/g)) last.set(run.length, index);
  return last;
}

function endOfCode(source: string, start: number, length: number): number {
  const runs = /`+/g;
  runs.lastIndex = start;
  for (let run = runs.exec(source); run; run = runs.exec(source)) {
    if (run[0].length === length) return run.index + length;
  }
  return start;
}

function endOfFence(source: string, start: number, fence: string): number {
  const closing = /^ {0,3}(`+|~+)[ \t]*$/gm;
  closing.lastIndex = start;
  for (let match = closing.exec(source); match; match = closing.exec(source)) {
    if (match[1]?.startsWith(fence)) return match.index + match[0].length;
  }
  return source.length;
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
