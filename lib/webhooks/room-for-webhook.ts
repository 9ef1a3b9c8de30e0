import type { Transaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/errors";

const MOST_PER_CHANNEL = 50;

/** Throws `conflict` when the channel has 50 webhooks. Only under the channel's lock does the answer hold. */
export async function assertRoomForWebhook(tx: Transaction, channel: { id: bigint; name: string }): Promise<void> {
  const count = await tx.webhook.count({ where: { channelId: channel.id, deletedAt: null } });
  if (count < MOST_PER_CHANNEL) return;
  throw new AppError(
    "conflict",
    `A channel can have ${MOST_PER_CHANNEL} webhooks, and #${channel.name} has as many. Delete one that is not used.`,
  );
}
