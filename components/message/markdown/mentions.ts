import type { MessageDto } from "@/lib/messages/dto";
import { withPeople } from "@/lib/messages/markdown/mention-grammar";
import { cleanText } from "@/lib/text";

/** Whom a message names, as the one who reads it sees them. */
export type Mentions = {
  /** People's names by their ids. */
  names: ReadonlyMap<string, string>;
  /** Whether "@everyone" and "@here" are more than words in it. */
  everyone: boolean;
  readerId: string | null;
};

/** Those of a text that names nobody. */
export const nobody: Mentions = { names: new Map(), everyone: false, readerId: null };

/** The message's mentions for this reader. */
export function mentionsOf(
  message: Pick<MessageDto, "mentions" | "mentionsEveryone">,
  readerId: string | null,
): Mentions {
  const names = new Map(message.mentions.map(({ id, name }) => [id, cleanText(name)]));
  return { names, everyone: message.mentionsEveryone, readerId };
}

/** Whether the message asks this reader to notice it: by name, or with everyone else unless they wrote it. */
export function pingsReader({ author, mentions, mentionsEveryone }: MessageDto, readerId: string | null): boolean {
  if (readerId === null) return false;
  if (mentions.some(({ id, pinged }) => pinged && id === readerId)) return true;
  return mentionsEveryone && !(author.kind === "user" && author.id === readerId);
}

/** "@Ada Lovelace", or "@unknown person" for an id that belongs to nobody. */
export function mentionText(id: string, { names }: Mentions): string {
  return `@${names.get(id) || "unknown person"}`;
}

/** The text with "@Name" for each `<@id>` in it: for wherever it stands without markup. */
export function withNames(text: string, mentions: Mentions): string {
  return withPeople(text, (id) => mentionText(id, mentions));
}
