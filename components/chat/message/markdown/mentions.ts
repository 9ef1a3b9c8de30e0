import { isQuiet, type MessageDto } from "@/lib/messages/dto";
import { withPeople } from "@/lib/messages/markdown/mention-grammar";
import { cleanText } from "@/lib/text/text";

/** A message's mentions, as the reader sees them. */
export type Mentions = {
  /** People's names by id. */
  names: ReadonlyMap<string, string>;
  /** Which of the ids are user groups, with the people whom the message notified through them. */
  groups: ReadonlyMap<string, readonly string[]>;
  /** Whether "@everyone" and "@here" notify people here. */
  everyone: boolean;
  readerId: string | null;
};

/** For texts without mentions. */
export const noMentions: Mentions = { names: new Map(), groups: new Map(), everyone: false, readerId: null };

/** Returns the message's mentions for this reader. */
export function mentionsOf(
  message: Pick<MessageDto, "mentions" | "mentionsEveryone">,
  readerId: string | null,
): Mentions {
  const names = new Map(message.mentions.map(({ id, name }) => [id, cleanText(name)]));
  const groups = new Map(message.mentions.flatMap(({ id, group }) => (group ? [[id, group] as const] : [])));
  return { names, groups, everyone: message.mentionsEveryone, readerId };
}

/** Returns whether the message notifies this reader: by name, or with everyone unless they wrote it. */
export function notifiesReader(message: MessageDto, readerId: string | null): boolean {
  const { author, mentions, mentionsEveryone } = message;
  if (readerId === null || isQuiet(message)) return false;
  if (mentions.some(({ id, notifies, group }) => notifies && (id === readerId || group?.includes(readerId))))
    return true;
  return mentionsEveryone && !(author.kind === "user" && author.id === readerId);
}

/** Returns "@Ada Lovelace", or "@unknown person" for an unknown id. */
export function mentionText(id: string, { names }: Mentions): string {
  return `@${names.get(id) || "unknown person"}`;
}

/** Returns the text with "@Name" for each `<@id>`, for places without markup. */
export function withMentionNames(text: string, mentions: Mentions): string {
  return withPeople(text, (id) => mentionText(id, mentions));
}
