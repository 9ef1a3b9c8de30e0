import { codePoints, isBlank } from "@/lib/text";
import { firstCodePoints } from "./cut";
import { withoutHtml } from "./html";
import { link, paragraphs } from "./markdown";

/** What is quicker read here than there. */
const MOST = 2000;

/** What somebody wrote on GitHub, as Markdown without HTML. A long one ends early and leads to the rest at `url`. */
export function body(markdown: string, url: string | undefined): string {
  const text = withoutHtml(markdown, MOST * 4).trim();
  if (isBlank(text)) return "";
  if (codePoints(text) <= MOST) return text;
  const start = atBoundary(firstCodePoints(text, MOST));
  return paragraphs(closeFence(`${start}…`), url ? link("Read more on GitHub", url) : "");
}

/** Ends at the last line or word, if one ends not too far from the end. */
function atBoundary(text: string): string {
  const line = text.lastIndexOf("\n");
  const word = text.lastIndexOf(" ");
  const end = line > text.length * 0.8 ? line : word > text.length * 0.9 ? word : text.length;
  return text.slice(0, end).trimEnd();
}

/** A block of code that has lost its end would hold the link as well. */
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
