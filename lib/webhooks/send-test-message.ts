import type { ManagedChannel } from "@/lib/webhooks/access";
import { postAsMember } from "@/lib/webhooks/post-as-member";

/**
 * Posts a card through the webhook's endpoint. Answers where it stands. Throws `conflict` where a sender would get 403, and
 * `not_found` for a webhook of another channel.
 */
export function sendTestMessage(
  channel: ManagedChannel,
  webhookId: bigint,
): Promise<{ channelId: string; seq: number }> {
  const embed = {
    title: "Test message",
    description: "This webhook works: what a tool posts to its URL will stand here.",
    footer: { text: `Sent by ${channel.user.name} from the channel's settings` },
    timestamp: new Date().toISOString(),
  };
  const body = JSON.stringify({ embeds: [embed] });
  return postAsMember(channel, webhookId, { dialect: "parley", origin: "test", body });
}
