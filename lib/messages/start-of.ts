import type { MessageDto } from "@/lib/messages/dto";
import { withPeople } from "@/lib/messages/markdown/mention-grammar";
import { plainText } from "@/lib/messages/markdown/plain-text";
import { cleanText, codePoints, firstCodePoints } from "@/lib/text";

/** Returns the beginning of a message's text as it's displayed, on one line, with at most `atMost` code points. */
export function startOf(message: MessageDto, atMost: number): string {
  return shortened(wordsOf(message), atMost);
}

function wordsOf(message: MessageDto): string {
  const { content, embeds, attachments, parsed } = message;
  const [embed] = embeds;
  const names = new Map(message.mentions.map(({ id, name }) => [id, cleanText(name)]));
  const nameOf = (id: string) => `@${names.get(id) || "unknown person"}`;
  // The first of the message's Markdown texts is parsed[0], whichever that is.
  const [nodes] = content || (!embed?.title && embed?.description) ? parsed : [];
  const words = plainText(nodes ?? [], nameOf);
  if (words.trim() !== "") return cleanText(words.toWellFormed());
  const files = attachments.length === 1 ? "sent a file" : `sent ${attachments.length} files`;
  const said =
    content.trim() ||
    embed?.title ||
    embed?.description ||
    embed?.author?.name ||
    embed?.fields?.[0]?.name ||
    embed?.buttons?.[0]?.label ||
    (attachments.length > 0 ? files : "(no text)");
  return withPeople(cleanText(said), nameOf);
}

/** Returns the text on one line, cut after `atMost` code points. */
export function shortened(text: string, atMost: number): string {
  const line = text.slice(0, 4_000).replace(/\s+/g, " ").trim();
  return codePoints(line) <= atMost ? line : `${firstCodePoints(line, atMost).trimEnd()}…`;
}
