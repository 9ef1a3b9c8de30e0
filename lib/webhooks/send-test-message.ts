import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { Refusal } from "@/lib/messages/draft";
import { postMessages } from "@/lib/messages/post-messages";
import type { ManagedChannel } from "@/lib/webhooks/access";

const REFUSALS: Partial<Record<Refusal, string>> = {
  paused: "This webhook is paused. Resume it first.",
  archived: "This channel is archived and takes no messages.",
};

/**
 * Posts a card as the webhook, through the same door as a sender's. Throws `conflict` where a sender would be refused, and
 * `not_found` for a webhook of another channel.
 */
export async function sendTestMessage({ user, channel }: ManagedChannel, webhookId: bigint): Promise<void> {
  const webhook = await db().webhook.findFirst({
    where: { id: webhookId, channelId: channel.id, deletedAt: null },
    select: { tokenHash: true },
  });
  const [result] = webhook?.tokenHash
    ? await postMessages([
        {
          kind: "webhook",
          webhookId,
          tokenHash: Buffer.from(webhook.tokenHash),
          username: null,
          avatarUrl: null,
          idempotency: null,
          allowedMentions: null,
          content: "",
          embeds: [
            {
              title: "Test message",
              description: "This webhook works: what a tool posts to its URL will stand here.",
              footer: { text: `Sent by ${user.name} from the channel's settings` },
              timestamp: new Date().toISOString(),
            },
          ],
        },
      ])
    : [];
  if (result && !("refused" in result)) return;
  const refusal = result && REFUSALS[result.refused];
  if (refusal) throw new AppError("conflict", refusal);
  throw new AppError("not_found", "There is no such webhook in this channel. It may have been deleted.");
}
