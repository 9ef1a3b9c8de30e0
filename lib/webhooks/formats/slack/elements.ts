import type { EmbedButton } from "@/lib/messages/dto";
import { isHttpUrl } from "@/lib/people/schema";
import { codePoints, cut, isBlank } from "@/lib/text/text";
import { checkedFields, checkedText, type Fields, type Item, textsIn } from "./json";
import { escapeText, guardLineStart, markdownLine } from "./markdown";
import { mrkdwn, visibleText } from "./mrkdwn";
import type { PayloadPath } from "./reading";
import { linkRun } from "./runs";

/** A text object, or the plain string that some senders write instead. */
type TextObject = { text: string; mode: "mrkdwn" | "plain" };

export function textObject(value: unknown, path: PayloadPath): TextObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { text: checkedText(value, path), mode: "mrkdwn" };
  }
  const { type, text } = checkedFields(value, path);
  return { text: checkedText(text, path.at("text")), mode: type === "plain_text" ? "plain" : "mrkdwn" };
}

/** Converts a text object to Markdown. */
export function objectMarkdown(value: unknown, path: PayloadPath): string {
  const { text, mode } = textObject(value, path);
  return mrkdwn(text, mode);
}

/** Converts a text object to one line without markup. */
export function objectLine(value: unknown, path: PayloadPath): string {
  const { text, mode } = textObject(value, path);
  return visibleText(text, mode).replace(/\s+/g, " ").trim();
}

/** An image with its alt text. */
export type SlackImage = { url: string; alt: string };

/** Whether a URL can be shown as an image: http(s), and no longer than an embed allows. */
export const isImage = (address: string): boolean => address.length <= 2048 && isHttpUrl(address);

/** A Markdown link, or its label and address if the address can't be linked. */
export const link = (address: string, label: string): string => guardLineStart(markdownLine([linkRun(address, label)]));

/** Plain text as one line of Markdown. */
export const words = (text: string): string => guardLineStart(escapeText(text.replace(/\s+/g, " ").trim()));

/**
 * Converts an element of a section, an actions block or a context to one line of Markdown. `controls` handles buttons.
 */
export function element(value: unknown, path: PayloadPath): string {
  const fields = checkedFields(value, path);
  const type = checkedText(fields.type, path.at("type"));
  if (type === "mrkdwn" || type === "plain_text") return objectMarkdown(value, path);
  if (type === "image") return imageWords(fields, path);
  return unknown(fields, path, "element");
}

/** Returns the image next to a section, or null. */
export function imageOf(value: unknown, path: PayloadPath): SlackImage | null {
  const fields = checkedFields(value, path);
  const url = fields.type === "image" ? imageUrl(fields, path) : "";
  return url && isImage(url) ? { url, alt: checkedText(fields.alt_text, path.at("alt_text")) } : null;
}

/** An image's URL: its own, or that of a file in Slack. */
export const imageUrl = (fields: Fields, path: PayloadPath): string =>
  checkedText(fields.image_url, path.at("image_url")) ||
  checkedText(checkedFields(fields.slack_file, path.at("slack_file")).url, path.at("slack_file").at("url"));

/** Returns a line that names what Parley can't show, with the texts in it. The delivery log names it too. */
export function unknown(value: Fields, path: PayloadPath, otherwise = "block"): string {
  const type = cut(checkedText(value.type, path.at("type")), 80) || otherwise;
  path.remark(`is of a type that Parley can't show (${type}), so only its texts were posted`);
  return [`(${words(type)})`, ...textsIn(value).map(words)].join(" ");
}

/** Replaces an image within a line of text, where Markdown has no room for it, by its alt text or a link. */
function imageWords(fields: Fields, path: PayloadPath): string {
  const alt = checkedText(fields.alt_text, path.at("alt_text"));
  const url = imageUrl(fields, path);
  if (!isBlank(alt)) return words(alt);
  return url ? link(url, "Image") : "(image)";
}

/** Slack's limits: buttons per block, and characters per label. */
const MOST_BUTTONS = 25;
const LONGEST_LABEL = 80;

const BUTTONS = new Set(["button", "workflow_button"]);

/**
 * Converts what's next to a section or in an actions block: buttons with a URL, and everything else as lines of
 * Markdown. A button without a URL would call the Slack app that sent it, so it's left out.
 */
export function controls(items: readonly Item[]): { buttons: EmbedButton[]; lines: string[] } {
  const buttons: EmbedButton[] = [];
  const lines: string[] = [];
  for (const { value, path } of items) {
    if (!BUTTONS.has(checkedText(value.type, path.at("type")))) {
      lines.push(element(value, path));
      continue;
    }
    const url = checkedText(value.url, path.at("url")).trim();
    if (url === "") {
      path.remark("is a button without a URL, which only the app that sent it could handle, so it was left out");
      continue;
    }
    const label = objectLine(value.text, path.at("text")) || url;
    const fits = isImage(url) && codePoints(label) <= LONGEST_LABEL && buttons.length < MOST_BUTTONS;
    if (fits) buttons.push({ label, url });
    else lines.push(link(url, label));
  }
  return { buttons, lines: lines.filter((line) => line !== "") };
}
