import { isBlank } from "@/lib/text";
import { linkRun } from "@/lib/webhooks/dialects/slack/control";
import { escapeText, guardLineStart } from "@/lib/webhooks/dialects/slack/escape";
import { markdownLine } from "@/lib/webhooks/dialects/slack/markdown-line";
import { isPicture } from "@/lib/webhooks/dialects/slack/picture";
import type { Picture } from "@/lib/webhooks/dialects/slack/piece";
import { type Fields, fieldsOf, textOf } from "@/lib/webhooks/dialects/slack/read";
import { objectMarkdown } from "@/lib/webhooks/dialects/slack/text-object";
import { textsIn } from "@/lib/webhooks/dialects/slack/texts-in";

/** A link in Markdown, or its words and address where it can't be one. */
export const link = (address: string, label: string): string => guardLineStart(markdownLine([linkRun(address, label)]));

/** Plain words as Markdown, in one line. */
export const words = (text: string): string => guardLineStart(escapeText(text.replace(/\s+/g, " ").trim()));

/** What stands beside a section, among actions or in a context, as one line of Markdown; for buttons see `controls`. */
export function element(value: unknown, path: string): string {
  const fields = fieldsOf(value, path);
  const type = textOf(fields.type, `${path}.type`);
  if (type === "mrkdwn" || type === "plain_text") return objectMarkdown(value, path);
  if (type === "image") return imageWords(fields, path);
  return unknown(type || "element", value);
}

/** The picture that a section has beside it, or null when it has something else there. */
export function pictureOf(value: unknown, path: string): Picture | null {
  const fields = fieldsOf(value, path);
  const url = fields.type === "image" ? imageUrl(fields, path) : "";
  return url && isPicture(url) ? { url, alt: textOf(fields.alt_text, `${path}.alt_text`) } : null;
}

/** An image's address: its own, or that of a file in Slack. */
export const imageUrl = (fields: Fields, path: string): string =>
  textOf(fields.image_url, `${path}.image_url`) ||
  textOf(fieldsOf(fields.slack_file, `${path}.slack_file`).url, `${path}.slack_file.url`);

/** A line that names what Parley can't show, and the words in it. */
export function unknown(type: string, value: unknown): string {
  return [`(${words(type)})`, ...textsIn(value).map(words)].join(" ");
}

/** A picture in a line of text: what it shows in words, which are there for who doesn't see it. */
function imageWords(fields: Fields, path: string): string {
  const alt = textOf(fields.alt_text, `${path}.alt_text`);
  const url = imageUrl(fields, path);
  if (!isBlank(alt)) return words(alt);
  return url ? link(url, "Image") : "(image)";
}
