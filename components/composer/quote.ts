import type { MessageDto } from "@/lib/messages/dto";
import { codePoints, firstCodePoints } from "@/lib/text";
import { type Draft, toDraft } from "./mention-text";

type Quotable = Pick<MessageDto, "content" | "embeds" | "mentions">;
type Composer = (quote: Draft) => void;

const MOST = 500;

const composers = new Map<string, Composer>();

/** Has the composer of a channel, or of the thread of a message, take quotes until the returned function is called. */
export function takeQuotes(conversationId: string, composer: Composer): () => void {
  composers.set(conversationId, composer);
  return () => {
    if (composers.get(conversationId) === composer) composers.delete(conversationId);
  };
}

/** Puts the message as a quote into the composer of this channel or thread and gives that the focus. Without a composer nothing happens. */
export function quoteMessage(conversationId: string, message: Quotable): void {
  composers.get(conversationId)?.(quoteOf(message));
}

/** Whether the message says anything that a quote could repeat. */
export function isQuotable(message: Pick<Quotable, "content" | "embeds">): boolean {
  return textOf(message) !== "";
}

/** The message as quoted lines, cut at about 500 characters, with a blank line to answer after. */
export function quoteOf(message: Quotable): Draft {
  const names = new Map(message.mentions.map(({ id, name }) => [id, name]));
  const { text, marks } = toDraft(textOf(message).replace(/\r\n?/g, "\n"), names);
  const shortened = codePoints(text) > MOST ? `${firstCodePoints(text, MOST).trimEnd()}…` : text;
  const lines = shortened.split("\n").map((line) => `> ${line}`.trimEnd());
  return { text: `${lines.join("\n")}\n\n`, marks };
}

function textOf({ content, embeds }: Pick<Quotable, "content" | "embeds">): string {
  return content.trim() || embeds[0]?.title || embeds[0]?.description || "";
}
