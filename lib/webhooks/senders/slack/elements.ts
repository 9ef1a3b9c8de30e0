import type { EmbedButton } from "@/lib/messages/dto";
import { codePoints, isBlank } from "@/lib/text";
import { isHttpUrl } from "@/lib/users/schema";
import { type Fields, fieldsOf, type Item, textOf, textsIn } from "./json";
import { escapeText, guardLineStart, markdownLine } from "./markdown";
import { mrkdwn, visibleText } from "./mrkdwn";
import { linkRun } from "./runs";

/** A text object, or the bare text that some senders write for it. */
type TextObject = { text: string; mode: "mrkdwn" | "plain" };

export function textObject(value: unknown, path: string): TextObject {
  if (typeof value === "string") return { text: textOf(value, path), mode: "mrkdwn" };
  const { type, text } = fieldsOf(value, path);
  return { text: textOf(text, `${path}.text`), mode: type === "plain_text" ? "plain" : "mrkdwn" };
}

/** A text object as Markdown. */
export function objectMarkdown(value: unknown, path: string): string {
  const { text, mode } = textObject(value, path);
  return mrkdwn(text, mode);
}

/** A text object as one line without mark-up. */
export function objectLine(value: unknown, path: string): string {
  const { text, mode } = textObject(value, path);
  return visibleText(text, mode).replace(/\s+/g, " ").trim();
}

/** An image with the words that stand for it. */
export type SlackImage = { url: string; alt: string };

/** Whether an address can be shown as a picture: on the web, and no longer than an embed's may be. */
export const isImage = (address: string): boolean => address.length <= 2048 && isHttpUrl(address);

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

/** The image that a section has beside it, or null when it has something else there. */
export function imageOf(value: unknown, path: string): SlackImage | null {
  const fields = fieldsOf(value, path);
  const url = fields.type === "image" ? imageUrl(fields, path) : "";
  return url && isImage(url) ? { url, alt: textOf(fields.alt_text, `${path}.alt_text`) } : null;
}

/** An image's address: its own, or that of a file in Slack. */
export const imageUrl = (fields: Fields, path: string): string =>
  textOf(fields.image_url, `${path}.image_url`) ||
  textOf(fieldsOf(fields.slack_file, `${path}.slack_file`).url, `${path}.slack_file.url`);

/** A line that names what Parley can't show, and the words in it. */
export function unknown(type: string, value: unknown): string {
  return [`(${words(type)})`, ...textsIn(value).map(words)].join(" ");
}

/** An image within a line of text, where Markdown has no room for it: its alt text, else a link. */
function imageWords(fields: Fields, path: string): string {
  const alt = textOf(fields.alt_text, `${path}.alt_text`);
  const url = imageUrl(fields, path);
  if (!isBlank(alt)) return words(alt);
  return url ? link(url, "Image") : "(image)";
}

/** Slack's own limits: buttons of one block, and characters of a label. */
const MOST_BUTTONS = 25;
const LONGEST_LABEL = 80;

const BUTTONS = new Set(["button", "workflow_button"]);

/**
 * What stands beside a section or among actions: buttons that lead somewhere, and the rest as lines of Markdown. A button without
 * an address would call the app that sent it, which Parley can't do: it is left out.
 */
export function controls(items: readonly Item[]): { buttons: EmbedButton[]; lines: string[] } {
  const buttons: EmbedButton[] = [];
  const lines: string[] = [];
  for (const { value, path } of items) {
    if (!BUTTONS.has(textOf(value.type, `${path}.type`))) {
      lines.push(element(value, path));
      continue;
    }
    const url = textOf(value.url, `${path}.url`).trim();
    if (url === "") continue;
    const label = objectLine(value.text, `${path}.text`) || url;
    const fits = isImage(url) && codePoints(label) <= LONGEST_LABEL && buttons.length < MOST_BUTTONS;
    if (fits) buttons.push({ label, url });
    else lines.push(link(url, label));
  }
  return { buttons, lines: lines.filter((line) => line !== "") };
}
