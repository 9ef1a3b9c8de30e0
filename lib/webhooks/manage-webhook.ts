import { changes } from "@/lib/audit/changes";
import { paths } from "@/lib/paths";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { changeWebhook } from "@/lib/webhooks/change-webhook";
import type { WebhookDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { hashToken, makeToken } from "@/lib/webhooks/endpoint/token";

/** Changes what a webhook is called and looks like; messages that it has posted stay as they are. */
export function updateWebhook(
  channel: ManagedChannel,
  webhookId: bigint,
  { name, description, avatarUrl }: { name: string; description: string; avatarUrl: string | null },
): Promise<WebhookDto> {
  const data = { name, description, avatarUrl };
  return changeWebhook(channel, webhookId, (webhook) => {
    const before = { name: webhook.name, description: webhook.description, avatarUrl: webhook.avatarUrl };
    const details = changes(before, data);
    return details && { data, action: "webhook.updated", details };
  });
}

/** Makes senders get 403 until it is resumed. */
export function setPaused(channel: ManagedChannel, webhookId: bigint, paused: boolean): Promise<WebhookDto> {
  return changeWebhook(channel, webhookId, ({ pausedAt }) => {
    if (paused === (pausedAt !== null)) return null;
    return { data: { pausedAt: paused ? new Date() : null }, action: paused ? "webhook.paused" : "webhook.resumed" };
  });
}

/**
 * Replaces the token: from its commit on the old URL is dead on every instance. The new one can't be shown again. Somebody else's is
 * told to its creator and the channel's managers.
 */
export async function regenerateToken(
  channel: ManagedChannel,
  webhookId: bigint,
  baseUrl: string,
  reason: string | null = null,
): Promise<WebhookSecretDto> {
  const token = makeToken();
  const data = { tokenHash: new Uint8Array(hashToken(token)) };
  const webhook = await changeWebhook(channel, webhookId, () => ({
    data,
    action: "webhook.token_regenerated",
    why: { reason },
  }));
  return { webhook, url: baseUrl + paths.webhook(webhook.id, token), rev: Number(channel.channel.rev) };
}

/** Ends a webhook for good; senders get 404. Its messages stay. Somebody else's is told to its creator and the channel's managers. */
export async function deleteWebhook(
  channel: ManagedChannel,
  webhookId: bigint,
  reason: string | null = null,
): Promise<void> {
  const data = { deletedAt: new Date(), tokenHash: null };
  await changeWebhook(channel, webhookId, () => ({ data, action: "webhook.deleted", why: { reason } }));
}
