import type { MessageDto } from "@/lib/messages/dto";

// The same object for the same message: one that is another object is rendered anew.
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
