import type { MessageDto } from "@/lib/messages/dto";
import { excerpt } from "../actions/excerpt";
import { cleanText } from "../clean-text";
import { parseMarkdown } from "../markdown/parse";
import { plainText } from "../markdown/plain-text";
import { mentionsOf } from "../mentions";

const AT_MOST = 120;

/** The first words of a message as they are read aloud: on one line, without markup, at most 120 characters. */
export function spokenText(message: MessageDto): string {
  // Markup takes room, and only the beginning is needed.
  const beginning = excerpt(message, AT_MOST * 4);
  const tokens = parseMarkdown(asWritten(message) ?? beginning, mentionsOf(message, null));
  const plain = tokens?.map(({ type, content, children }) => {
    if (type === "inline") return plainText(children ?? []);
    return type === "fence" || type === "code_block" ? content : "";
  });
  const words = cleanText((plain ?? [beginning]).join(" "))
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...(words || beginning)];
  return characters.length <= AT_MOST ? characters.join("") : `${characters.slice(0, AT_MOST).join("").trimEnd()}…`;
}

/** The beginning of its text with its lines, which Markdown needs; null when it has none. */
function asWritten({ content }: MessageDto): string | null {
  return content.trim() === "" ? null : cleanText(content.slice(0, AT_MOST * 8));
}
