import type { MessageDto } from "@/lib/messages/dto";
import type { MessageFilter } from "@/lib/messages/schema";

export const noneMuted: ReadonlySet<string> = new Set();

/** Returns whether the author is muted. People and webhooks never share an id. */
export function isMuted({ author }: Pick<MessageDto, "author">, muted: ReadonlySet<string>): boolean {
  return author.id !== null && muted.has(author.id);
}

// Cached, because a new object would make the message render again.
const made = new WeakMap<MessageDto, MessageDto>();

/** Returns a muted author's message without its mentions' notifications. */
export function withoutNotifications(message: MessageDto): MessageDto {
  const known = made.get(message);
  if (known) return known;
  const mentions = message.mentions.map((mention) => ({ ...mention, notifies: false }));
  const quiet = { ...message, mentions, mentionsEveryone: false };
  made.set(message, quiet);
  return quiet;
}

/** Returns whether the filter shows the message; without a filter, always. */
export function matches(filter: MessageFilter | null, { author }: Pick<MessageDto, "author">): boolean {
  if (filter === null) return true;
  if (filter.by === "people") return author.kind === "user";
  return author.kind === "webhook" && author.id === filter.webhookId;
}
