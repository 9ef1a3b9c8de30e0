import type { MessageDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { withPeople } from "@/lib/messages/markdown/mention-grammar";
import { plainText } from "@/lib/messages/markdown/plain-text";
import { cut, oneLine } from "@/lib/text";

const MOST = 300;
// A text can be long, and only its beginning is needed.
const MOST_READ = 2_000;

/** The first words of what a message says as they read, without markup, on one line: its text, or its first card's, or what it brings. */
export function excerptOf(message: MessageDto): string {
  const { content, embeds, attachments, mentions, parsed } = message;
  const names = new Map(mentions.map(({ id, name }) => [id, `@${cleanText(name)}`]));
  const nameOf = (id: string) => names.get(id) ?? "@unknown person";
  const [embed] = embeds;
  // Of what is Markdown in a message the first is its text, if it has one.
  const words = content === "" ? "" : oneLine(plainText(parsed[0] ?? [], nameOf).slice(0, MOST_READ));
  if (words !== "") return cut(cleanText(words), MOST);
  const said = content || embed?.title || embed?.description || embed?.author?.name || embed?.fields?.[0]?.name;
  if (said) return cut(oneLine(cleanText(withPeople(said.slice(0, MOST_READ), nameOf))), MOST);
  if (attachments.length === 0) return "A message without words";
  return attachments.length === 1 ? "Sent a file" : `Sent ${attachments.length} files`;
}
