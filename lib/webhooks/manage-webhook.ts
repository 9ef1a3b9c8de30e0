import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { hasCode } from "@/lib/has-code";
import { paths } from "@/lib/paths";
import type { ManagedChannel } from "@/lib/webhooks/access";
import type { WebhookDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { toWebhookDto, webhookSelect } from "@/lib/webhooks/queries";
import { hashToken, makeToken } from "@/lib/webhooks/token";

/** Changes what a webhook is called and looks like; messages that it has posted stay as they are. */
export function updateWebhook(
  channel: ManagedChannel,
  webhookId: bigint,
  { name, description, avatarUrl }: { name: string; description: string; avatarUrl: string | null },
): Promise<WebhookDto> {
  return change(channel, webhookId, { name, description, avatarUrl });
}

/** Makes senders get 403 until it is resumed. */
export function setPaused(channel: ManagedChannel, webhookId: bigint, paused: boolean): Promise<WebhookDto> {
  return change(channel, webhookId, { pausedAt: paused ? new Date() : null });
}

/** Replaces the token: from its commit on the old URL is dead on every instance. The new one can't be shown again. */
export async function regenerateToken(
  channel: ManagedChannel,
  webhookId: bigint,
  baseUrl: string,
): Promise<WebhookSecretDto> {
  const token = makeToken();
  const webhook = await change(channel, webhookId, { tokenHash: new Uint8Array(hashToken(token)) });
  return { webhook, url: baseUrl + paths.webhook(webhook.id, token), rev: Number(channel.channel.rev) };
}

/** Ends a webhook for good; senders get 404. Its messages stay. */
export async function deleteWebhook(channel: ManagedChannel, webhookId: bigint): Promise<void> {
  await change(channel, webhookId, { deletedAt: new Date(), tokenHash: null });
}

/** Throws `not_found` for a webhook of another channel, or a deleted one. */
async function change(
  { channel }: ManagedChannel,
  webhookId: bigint,
  data: Prisma.WebhookUncheckedUpdateInput,
): Promise<WebhookDto> {
  const where = { id: webhookId, channelId: channel.id, deletedAt: null };
  const row = await db()
    .webhook.update({ where, data, select: webhookSelect })
    .catch((error: unknown) => {
      if (!hasCode(error, "P2025")) throw error;
      throw new AppError("not_found", "There is no such webhook in this channel. It may have been deleted.");
    });
  return toWebhookDto(row);
}
