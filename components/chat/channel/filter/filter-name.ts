import type { MessageFilter } from "@/lib/messages/schema";
import { cleanText } from "@/lib/text/text";
import type { ChannelWebhookDto } from "@/lib/webhooks/dto";

/** Returns the name of one of the channel's webhooks; null for any other. */
export function webhookName(webhookId: string, webhooks: readonly ChannelWebhookDto[]): string | null {
  const webhook = webhooks.find(({ id }) => id === webhookId);
  return webhook ? cleanText(webhook.name) : null;
}

/** Returns what the filter shows, worded to follow "Showing only". */
export function filterName(filter: MessageFilter, webhooks: readonly ChannelWebhookDto[]): string {
  if (filter.by === "people") return "people";
  return webhookName(filter.webhookId, webhooks) ?? "a webhook that isn't in this channel";
}
