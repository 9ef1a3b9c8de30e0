import type { MessageDto } from "@/lib/messages/dto";

/** Whether a message stands in the channel and was posted by this webhook. */
export function isFrom(webhookId: string): (message: MessageDto) => boolean {
  return ({ author, deleted }) => !deleted && author.kind === "webhook" && author.id === webhookId;
}
