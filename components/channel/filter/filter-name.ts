import type { MessageFilter } from "@/lib/messages/schema";
import { cleanText } from "@/lib/text";
import type { ChannelWebhookDto } from "@/lib/webhooks/dto";

/** What a webhook of the channel is called; null when it is none of the channel's. */
export function webhookName(webhookId: string, webhooks: readonly ChannelWebhookDto[]): string | null {
  const webhook = webhooks.find(({ id }) => id === webhookId);
  return webhook ? cleanText(webhook.name) : null;
}

/** Whom the filter shows, in words that follow "Showing only". */
export function filterName(filter: MessageFilter, webhooks: readonly ChannelWebhookDto[]): string {
  if (filter.by === "people") return "people";
  return webhookName(filter.webhookId, webhooks) ?? "a webhook that isn't in this channel";
}
