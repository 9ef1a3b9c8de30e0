import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { paths } from "@/lib/paths";
import type { ManagedChannel } from "@/lib/webhooks/access";
import type { WebhookSecretDto } from "@/lib/webhooks/dto";
import { toWebhookDto, webhookSelect } from "@/lib/webhooks/queries";
import { hashToken, makeToken } from "@/lib/webhooks/token";

const MOST_PER_CHANNEL = 50;

/** Makes a webhook and answers its URL, which can't be shown again. Throws `conflict` when the channel has 50. */
export async function createWebhook(
  { user, channel }: ManagedChannel,
  fields: { name: string; description: string; avatarUrl: string | null },
  baseUrl: string,
): Promise<WebhookSecretDto> {
  const token = makeToken();
  const row = await db().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${channel.id})`;
    const count = await tx.webhook.count({ where: { channelId: channel.id, deletedAt: null } });
    if (count >= MOST_PER_CHANNEL) {
      throw new AppError("conflict", `A channel can have ${MOST_PER_CHANNEL} webhooks. Delete one that is not used.`);
    }
    const { name, description, avatarUrl } = fields;
    const tokenHash = new Uint8Array(hashToken(token));
    const data = { name, description, avatarUrl, tokenHash, channelId: channel.id, createdById: user.id };
    return tx.webhook.create({ data, select: webhookSelect });
  });
  return { webhook: toWebhookDto(row), url: baseUrl + paths.webhook(`${row.id}`, token), rev: Number(channel.rev) };
}
