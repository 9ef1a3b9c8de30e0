import type { MessageDto } from "@/lib/messages/dto";

/** The id of the last message that this person wrote; null when none of these is theirs. */
export function lastOwnMessage(messages: readonly MessageDto[], personId: string): string | null {
  const own = messages.findLast(({ author, deleted }) => !deleted && author.kind === "user" && author.id === personId);
  return own?.id ?? null;
}
