import type { Prisma } from "@/lib/db/generated/client";
import type { MessageFilter } from "@/lib/messages/schema";

/** The condition that leaves the messages which the filter shows. */
export function whereShown(filter: MessageFilter | null): Prisma.MessageWhereInput {
  if (filter === null) return {};
  if (filter.by === "webhook") return { webhookId: BigInt(filter.webhookId) };
  // The first condition is what the index knows; the second is what is meant.
  return { webhookId: null, authorKind: "user" };
}
