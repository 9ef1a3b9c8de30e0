import type { MessageDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { mentionsOf, withNames } from "../mentions";

/** The first words of what a message says, on one line: its text, or its first card's, or its first file's name. */
export function excerpt(message: MessageDto, atMost = 80): string {
  const [embed] = message.embeds;
  const said =
    message.content ||
    embed?.title ||
    embed?.description ||
    embed?.author?.name ||
    embed?.fields?.[0]?.name ||
    embed?.buttons?.[0]?.label ||
    message.attachments[0]?.name ||
    "a message without words";
  // A text can be long, and only its beginning is needed.
  const beginning = withNames(cleanText(said.slice(0, atMost * 8)), mentionsOf(message, null));
  const characters = [...beginning.replace(/\s+/g, " ").trim()];
  return characters.length <= atMost ? characters.join("") : `${characters.slice(0, atMost).join("").trimEnd()}…`;
}
