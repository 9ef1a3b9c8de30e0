import type { MessageDto } from "@/lib/messages/dto";
import type { MessageFilter } from "@/lib/messages/schema";

/** Whether the filter shows the message; without one every message is shown. */
export function matches(filter: MessageFilter | null, { author }: Pick<MessageDto, "author">): boolean {
  if (filter === null) return true;
  if (filter.by === "people") return author.kind === "user";
  return author.kind === "webhook" && author.id === filter.webhookId;
}
