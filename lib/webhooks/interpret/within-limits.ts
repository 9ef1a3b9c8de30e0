import type { Embed, EmbedField } from "@/lib/messages/dto";
import { codePoints, firstCodePoints } from "@/lib/text/text";
import { EMBED_LIMITS } from "@/lib/webhooks/payload/embed-schema";

/** What the footer of a shortened card says. */
export const NOTE = "Shortened. The delivery log has the whole.";
// Less than an embed's 6000, to leave room for the note and a few fields.
const LONGEST_DESCRIPTION = 4_000;

/** Shortens the text to `most` code points with "…" in the middle, because the end often says most. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const length = codePoints(text);
  if (length <= most) return text;
  const tail = Math.floor((most - 1) / 3);
  const points = [...text];
  return `${points.slice(0, most - 1 - tail).join("")}…${points.slice(length - tail).join("")}`;
}

/** Shortens an embed to fit every limit. A note in its footer says so. */
export function withinLimits(embed: Embed): Embed {
  let shortened = false;
  const short = (text: string | undefined, most: number, cut = cutMiddle) => {
    if (text === undefined || text.length <= most || codePoints(text) <= most) return text;
    shortened = true;
    return cut(text, most);
  };
  const { author, footer } = embed;
  const title = short(embed.title, EMBED_LIMITS.title);
  const description = short(embed.description, LONGEST_DESCRIPTION, cutMarkdown);
  const name = author && short(author.name, EMBED_LIMITS.authorName);
  const footerText = footer?.text && firstCodePoints(footer.text, 200);
  let room =
    EMBED_LIMITS.allTexts -
    [title, description, name, footerText, ` · ${NOTE}`].reduce((sum, each) => sum + codePoints(each ?? ""), 0);
  const fields: EmbedField[] = [];
  for (const field of embed.fields ?? []) {
    const fitting = {
      ...field,
      name: short(field.name, EMBED_LIMITS.fieldName) ?? "",
      value: short(field.value, EMBED_LIMITS.fieldValue, cutMarkdown) ?? "",
    };
    const needed = codePoints(fitting.name) + codePoints(fitting.value);
    if (fields.length === EMBED_LIMITS.fields || needed > room) {
      shortened = true;
      continue;
    }
    room -= needed;
    fields.push(fitting);
  }
  const text = [footerText, shortened ? NOTE : ""].filter(Boolean).join(" · ");
  return {
    ...embed,
    title,
    description,
    author: author && name !== undefined ? { ...author, name } : undefined,
    fields,
    footer: text ? { text } : undefined,
  };
}

/**
 * Shortens Markdown to `most` code points in the middle. Code stays code: a block that the gap cuts is opened or closed
 * again.
 */
export function cutMarkdown(markdown: string, most: number): string {
  if (markdown.length <= most) return markdown;
  const points = [...markdown];
  if (points.length <= most) return markdown;
  const fence = markdown.match(/^`{3,}/gm)?.at(-1) ?? "";
  const kept = most - fence.length - 3;
  if (kept < most / 2) return cutMarkdown(markdown.replace(/`{3,}/g, "``"), most);
  const tail = Math.floor(kept / 3);
  const head = points.slice(0, kept - tail).join("");
  const cut = points.slice(kept - tail, points.length - tail).join("");
  const seam = isInBlock(head) === isInBlock(head + cut) ? "…" : `…\n${fence}\n`;
  return `${head}${seam}${points.slice(points.length - tail).join("")}`;
}

function isInBlock(markdown: string): boolean {
  return (markdown.match(/^`{3,}/gm) ?? []).length % 2 === 1;
}
