import type { MessageDto } from "@/lib/messages/dto";

/** For who has muted nothing. */
export const noneMuted: ReadonlySet<string> = new Set();

/** Whether the message comes from one of these webhooks. */
export function isMuted({ author }: Pick<MessageDto, "author">, muted: ReadonlySet<string>): boolean {
  return author.kind === "webhook" && author.id !== null && muted.has(author.id);
}
