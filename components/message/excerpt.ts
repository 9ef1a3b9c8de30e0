import type { MessageDto } from "@/lib/messages/dto";
import { plainText } from "@/lib/messages/markdown/plain-text";
import { cleanText, codePoints, firstCodePoints } from "@/lib/text";

import { mentionsOf, mentionText, withNames } from "./markdown/mentions";

// A text can be long, and only its beginning is needed.
const MOST_READ = 2000;

/** The first words of what a message says as they read, on one line: its text, or its first card's, or its first file's name. */
export function excerpt(message: MessageDto, atMost = 80): string {
  const words = wordsOf(message).replace(/\s+/g, " ").trim();
  return codePoints(words) <= atMost ? words : `${firstCodePoints(words, atMost).trimEnd()}…`;
}

function wordsOf(message: MessageDto): string {
  const { content, embeds, attachments } = message;
  const [embed] = embeds;
  const mentions = mentionsOf(message, null);
  // Of what is Markdown in a message the server has read the first, whichever that is.
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
