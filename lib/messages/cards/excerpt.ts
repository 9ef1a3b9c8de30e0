import { lineOf } from "@/lib/messages/cards/compose-title";
import type { MessageDto } from "@/lib/messages/dto";
import { withPeople } from "@/lib/messages/markdown/mention-grammar";
import { plainText } from "@/lib/messages/markdown/plain-text";
import { cleanText, cut, oneLine } from "@/lib/text/text";

// A text can be long, and only its start is needed.
const MOST_READ = 4_000;

/**
 * Returns the start of a message as it's displayed, on one line, with at most `atMost` code points: of its text, or else
 * of its first card, or the name of its first file.
 */
export function excerpt(message: MessageDto, atMost = 80): string {
  return cut(oneLine(cleanText(wordsOf(message).slice(0, MOST_READ))), atMost);
}

function wordsOf({ content, embeds, attachments, mentions, parsed }: MessageDto): string {
  const [embed] = embeds;
  const names = new Map(mentions.map(({ id, name }) => [id, cleanText(name)]));
  const nameOf = (id: string) => `@${names.get(id) || "unknown person"}`;
  // The first of the message's Markdown texts is parsed[0], whichever that is.
  const title = embed && lineOf(embed);
  const [nodes] = content || (!title && embed?.description) ? parsed : [];
  const words = plainText(nodes ?? [], nameOf);
  if (words.trim() !== "") return words;
  const said =
    content.trim() ||
    title ||
    embed?.description ||
    embed?.author?.name ||
    embed?.fields?.[0]?.name ||
    embed?.buttons?.[0]?.label;
  if (said) return withPeople(said.slice(0, MOST_READ), nameOf);
  const [file, ...more] = attachments;
  if (!file) return "(no text)";
  return more.length === 0 ? file.name : `${file.name} and ${more.length} more`;
}
