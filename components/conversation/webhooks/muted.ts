import type { MessageDto } from "@/lib/messages/dto";

/** The muted webhooks of a reader who has muted none. */
export const noneMuted: ReadonlySet<string> = new Set();

/** Whether the message comes from one of these webhooks. */
export function isMuted({ author }: Pick<MessageDto, "author">, muted: ReadonlySet<string>): boolean {
  return author.kind === "webhook" && author.id !== null && muted.has(author.id);
}

// Cached, because a new object would make the message render again.
const made = new WeakMap<MessageDto, MessageDto>();

/** The message as it is to who has muted its author: it pings nobody. */
export function withoutPings(message: MessageDto): MessageDto {
  const known = made.get(message);
  if (known) return known;
  const mentions = message.mentions.map((mention) => ({ ...mention, pinged: false }));
  const quiet = { ...message, mentions, mentionsEveryone: false };
  made.set(message, quiet);
  return quiet;
}
