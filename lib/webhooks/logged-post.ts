import type { Prisma } from "@/lib/db/generated/client";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import { messageTitle } from "@/lib/webhooks/delivery-log";
import type { Followed } from "@/lib/webhooks/rules/follow-rules";
import { factsOf } from "@/lib/webhooks/rules/post-facts";
import { structureIn } from "@/lib/webhooks/rules/rule-payload";
import { isDescribed, senderName } from "@/lib/webhooks/senders/registry";

/** What of a logged delivery says what its post was. */
export const loggedSelect = {
  id: true,
  createdAt: true,
  dialect: true,
  event: true,
  payload: true,
  message: { select: { content: true, embeds: true } },
} satisfies Prisma.DeliverySelect;

export type LoggedPost = Prisma.DeliveryGetPayload<{ select: typeof loggedSelect }>;

/** The webhook's accepted deliveries in this channel whose payload and message are still there. */
export function loggedPosts(webhookId: bigint, channelId: bigint): Prisma.DeliveryWhereInput {
  return {
    webhookId,
    channelId,
    method: "POST",
    status: { lt: 400 },
    origin: "sender",
    payload: { not: null },
    OR: [{ messageId: null }, { message: { deletedAt: null } }],
  };
}

/** Returns what a rule would have been compared with. The payload is stored with its secrets masked. */
export function followedOf({ event, message, dialect, ...row }: LoggedPost): Followed {
  const facts = factsOf({ content: message?.content ?? "", embeds: storedEmbeds(message?.embeds), event });
  // What was skipped has no card that names it.
  const tool = message || !namesTool(dialect) ? facts.tool : [senderName(dialect)];
  return { facts: { ...facts, tool }, payload: structureIn(row.payload ?? "") };
}

/** Returns what the post was about, in a line. */
export function titleOf({ event, message, dialect }: LoggedPost): string {
  const title = message ? messageTitle(message.content, storedEmbeds(message.embeds)[0]) : "";
  return title || event || senderName(dialect);
}

/** Whether only one tool's requests have this dialect. */
function namesTool(dialect: string): boolean {
  return dialect === "github" || (isDescribed(dialect) && dialect !== "json");
}
