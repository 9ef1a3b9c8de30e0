import { Parser } from "htmlparser2";
import type { PageFace } from "@/lib/messages/previews/find-page";
import type { RemotePage } from "@/lib/network/fetch-remote";
import type { Budget } from "@/lib/text/budget";
import { decodeLoosely } from "@/lib/text/charset";
import { storableText } from "@/lib/text/text";

const LONGEST = { title: 256, description: 300, site: 80, url: 2_048 };
const IN_HEAD = new Set(["html", "head", "title", "meta", "link", "base", "script", "style", "noscript", "template"]);
// Only the head is read, which is at the beginning.
const CHUNK = 16_384;

// Runs in the process of lib/network/foreign-text. Why: docs/decisions/foreign-text.md

/**
 * Returns what a page says about itself, in OpenGraph's words, Twitter's or HTML's; null if it has no title. What comes
 * after the budget's end isn't read.
 */
export function readPage({ url, contentType, body }: RemotePage, budget: Budget): PageFace | null {
  const said = new Map<string, string>();
  let title: string | null = null;
  let inTitle = false;
  let isOver = false;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        // As in browsers, anything else begins the body. The parser's time grows with the depth.
        if (!IN_HEAD.has(name) || depth > budget.depth || !budget.take()) isOver = true;
        if (isOver) return;
        inTitle = name === "title" && title === null;
        const key = (attributes.property ?? attributes.name)?.toLowerCase();
        if (name === "meta" && key && attributes.content && !said.has(key)) said.set(key, attributes.content);
      },
      ontext(text) {
        if (inTitle && !isOver && (title?.length ?? 0) < LONGEST.url) title = (title ?? "") + text;
      },
      onclosetag(name) {
        depth -= 1;
        if (name === "title") inTitle = false;
        if (name === "head") isOver = true;
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  const html = decoded(body, contentType);
  budget.spendCharacters(html.length);
  for (let at = 0; at < html.length && !isOver; at += CHUNK) parser.write(html.slice(at, at + CHUNK));
  const first = (longest: number, ...texts: (string | null | undefined)[]) =>
    texts.map((text) => clean(text ?? "", longest)).find((text) => text !== "") ?? null;
  const named = first(LONGEST.title, said.get("og:title"), said.get("twitter:title"), title);
  if (named === null) return null;
  const { hostname } = new URL(url);
  return {
    title: named,
    description: first(
      LONGEST.description,
      said.get("og:description"),
      said.get("twitter:description"),
      said.get("description"),
    ),
    site: first(LONGEST.site, said.get("og:site_name")) ?? hostname.replace(/^www\./, ""),
    image: imageUrl(said.get("og:image") ?? said.get("twitter:image"), url),
  };
}

function decoded(body: Buffer, contentType: string): string {
  const head = body.subarray(0, 1_024).toString("latin1");
  const [, charset = "utf-8"] = /charset\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i.exec(`${contentType} ${head}`) ?? [];
  return decodeLoosely(body, charset);
}

function clean(text: string, longest: number): string {
  // A page can't name people here.
  const line = storableText(text.slice(0, 4_096)).replaceAll("<@", "< @").replace(/\s+/g, " ").trim();
  const points = [...line];
  return points.length <= longest ? points.join("") : `${points.slice(0, longest - 1).join("")}…`;
}

function imageUrl(written: string | undefined, page: string): string | null {
  if (written === undefined || !URL.canParse(written, page)) return null;
  const url = new URL(written, page);
  return /^https?:$/.test(url.protocol) && url.href.length <= LONGEST.url ? url.href : null;
}
