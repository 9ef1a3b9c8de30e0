import { mrkdwn, plainText } from "@/lib/webhooks/dialects/slack/mrkdwn";
import { fieldsOf, textOf } from "@/lib/webhooks/dialects/slack/read";

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
  return plainText(text, mode).replace(/\s+/g, " ").trim();
}
