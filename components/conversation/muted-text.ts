import type { MessageDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";

type Named = { id: string; name: string };

/** "CI is muted, 4 messages": who of people and the channel's webhooks posted these, and how many they are. */
export function mutedText(messages: readonly MessageDto[], webhooks: readonly Named[]): string {
  const known = new Map(webhooks.map(({ id, name }) => [id, name]));
  const authors = new Map(messages.map(({ author }) => [author.id ?? "", author.name]));
  const names = [...authors].map(([id, name]) => cleanText(known.get(id) ?? name));
  const count = messages.length === 1 ? "1 message" : `${messages.length} messages`;
  return `${inWords(names)} ${names.length === 1 ? "is" : "are"} muted, ${count}`;
}

function inWords(names: readonly string[]): string {
  const [first = "", second = "", ...others] = names;
  if (names.length < 2) return first;
  if (others.length === 0) return `${first} and ${second}`;
  return `${first}, ${second} and ${others.length} more`;
}
