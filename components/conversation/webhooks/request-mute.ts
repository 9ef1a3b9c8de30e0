import { request } from "@/lib/browser/request";
import { paths } from "@/lib/paths";
import type { ChannelWebhookDto } from "@/lib/webhooks/dto";

/** Tells the server that this person mutes a webhook, or no longer does. Answers whether it was taken. */
export async function requestMute(channelId: string, webhookId: string, muted: boolean): Promise<boolean> {
  const { ok } = await request(paths.api.muteWebhook(channelId, webhookId), { method: muted ? "PUT" : "DELETE" });
  return ok;
}

/** The channel's webhooks as they are now; null when they can't be had. */
export async function loadWebhooks(channelId: string): Promise<ChannelWebhookDto[] | null> {
  const answer = await request<{ webhooks: ChannelWebhookDto[] }>(paths.api.channelWebhooks(channelId));
  return answer.ok ? answer.data.webhooks : null;
}
