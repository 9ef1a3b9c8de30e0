import type { MessageDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { plainText } from "@/lib/messages/markdown/plain-text";
import { excerpt } from "../actions/excerpt";
import { mentionsOf, mentionText } from "../mentions";

const AT_MOST = 120;

/** The first words of a message as they are read aloud: on one line, without markup, at most 120 characters. */
export function spokenText(message: MessageDto): string {
  const mentions = mentionsOf(message, null);
  const [text] = message.content.trim() === "" ? [] : message.parsed;
  const plain = text ? plainText(text, (id) => mentionText(id, mentions)) : "";
  const words = cleanText(plain).replace(/\s+/g, " ").trim();
  // Of a long text only the beginning is needed.
  const characters = [...(words.slice(0, AT_MOST * 4) || excerpt(message, AT_MOST * 4))];
  return characters.length <= AT_MOST ? characters.join("") : `${characters.slice(0, AT_MOST).join("").trimEnd()}…`;
}
