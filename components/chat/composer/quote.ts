import { lineOf } from "@/lib/messages/cards/compose-title";
import type { MessageDto } from "@/lib/messages/dto";
import { codePoints, firstCodePoints } from "@/lib/text/text";
import type { Draft } from "./mention-text";
import { insertQuote } from "./open-composers";
import { toDraft } from "./to-draft";

type Quotable = Pick<MessageDto, "content" | "embeds" | "mentions">;

const MOST = 500;

/** Quotes the message in the composer of this channel or thread and focuses it. Does nothing without a composer. */
export function quoteMessage(conversationId: string, message: Quotable): void {
  insertQuote(conversationId, quoteOf(message));
}

/** Returns whether the message has text to quote. */
export function isQuotable(message: Pick<Quotable, "content" | "embeds">): boolean {
  return textOf(message) !== "";
}

/** Returns the message as quoted lines, cut at about 500 characters, followed by a blank line. */
export function quoteOf(message: Quotable): Draft {
  const names = new Map(message.mentions.map(({ id, name }) => [id, name]));
  const { text, marks } = toDraft(textOf(message).replace(/\r\n?/g, "\n"), names);
  const shortened = codePoints(text) > MOST ? `${firstCodePoints(text, MOST).trimEnd()}…` : text;
  const lines = shortened.split("\n").map((line) => `> ${line}`.trimEnd());
  return { text: `${lines.join("\n")}\n\n`, marks };
}

function textOf({ content, embeds }: Pick<Quotable, "content" | "embeds">): string {
  const [embed] = embeds;
  return content.trim() || (embed && lineOf(embed)) || embed?.description || "";
}
