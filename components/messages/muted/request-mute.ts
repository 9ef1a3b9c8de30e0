import { paths } from "@/lib/paths";
import type { ChannelWebhookDto } from "@/lib/webhooks/dto";

/** Tells the server that this person mutes a webhook, or no longer does. Answers whether it was taken. */
export async function requestMute(channelId: string, webhookId: string, muted: boolean): Promise<boolean> {
  const url = paths.api.muteWebhook(channelId, webhookId);
  const response = await fetch(url, { method: muted ? "PUT" : "DELETE" }).catch(() => null);
  return response?.ok === true;
}

/** The channel's webhooks as they are now; null when they can't be had. */
export async function loadWebhooks(channelId: string): Promise<ChannelWebhookDto[] | null> {
  const response = await fetch(paths.api.channelWebhooks(channelId)).catch(() => null);
  if (!response?.ok) return null;
  return ((await response.json()) as { webhooks: ChannelWebhookDto[] }).webhooks;
}
