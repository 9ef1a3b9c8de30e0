import type { MessageDto } from "@/lib/messages/dto";
import { plainText } from "@/lib/messages/markdown/plain-text";
import { cleanText, codePoints, firstCodePoints } from "@/lib/text";

import { mentionsOf, mentionText, withNames } from "./markdown/mentions";

// A text can be long, and only its start is needed.
const MOST_READ = 2000;

/** Returns the start of a message on one line: of its text, or else of its first card or its first file's name. */
export function excerpt(message: MessageDto, atMost = 80): string {
  const words = wordsOf(message).replace(/\s+/g, " ").trim();
  return codePoints(words) <= atMost ? words : `${firstCodePoints(words, atMost).trimEnd()}…`;
}

function wordsOf(message: MessageDto): string {
  const { content, embeds, attachments } = message;
  const [embed] = embeds;
  const mentions = mentionsOf(message, null);
  // The first parsed text is the message's content, or else its first embed's description.
  const [nodes] = content || (!embed?.title && embed?.description) ? message.parsed : [];
  const words = plainText(nodes ?? [], (id) => mentionText(id, mentions)).slice(0, MOST_READ);
  if (words.trim() !== "") return cleanText(words.toWellFormed());
  const said =
    content ||
    embed?.title ||
    embed?.description ||
    embed?.author?.name ||
    embed?.fields?.[0]?.name ||
    embed?.buttons?.[0]?.label ||
    attachments[0]?.name ||
    "(no text)";
  return withNames(cleanText(said.slice(0, MOST_READ)), mentions);
}
