import { changes } from "@/lib/audit/record-audit";
import { takeUpForWebhook } from "@/lib/avatars/take-up";
import type { Transaction } from "@/lib/db/transaction";
import { paths } from "@/lib/paths";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { changeWebhook } from "@/lib/webhooks/change-webhook";
import type { WebhookDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { hashToken, makeToken } from "@/lib/webhooks/endpoint/token";

type WebhookChanges = {
  name: string;
  description: string;
  avatarUrl: string | null;
  /** An uploaded avatar, instead of the address. */
  picture?: string | null | undefined;
  takesAnyJson?: boolean | undefined;
  expectedEveryHours?: number | null | undefined;
};

/**
 * Changes what a webhook is called, looks like, what its plain URL takes, and within how many hours it is expected to post (null: whenever
 * it does); what is left out stays, and so do messages that it has posted. Throws `invalid` for an avatar that this person has not
 * uploaded.
 */
export function updateWebhook(channel: ManagedChannel, webhookId: bigint, fields: WebhookChanges): Promise<WebhookDto> {
  const { name, description, takesAnyJson, expectedEveryHours, picture: uploaded = null } = fields;
  const avatarUrl = uploaded ?? fields.avatarUrl;
  return changeWebhook(channel, webhookId, (webhook) => {
    const before = {
      name: webhook.name,
      description: webhook.description,
      avatarUrl: webhook.avatarUrl,
      takesAnyJson: webhook.takesAnyJson,
      expectedEveryHours: webhook.expectedEveryHours,
    };
    const details = changes(before, { name, description, avatarUrl, takesAnyJson, expectedEveryHours });
    if (!details) return null;
    const changed = expectedEveryHours !== undefined && details.expectedEveryHours;
    const expected = changed ? { expectedEveryHours, expectedSince: new Date() } : {};
    const any = takesAnyJson === undefined ? {} : { takesAnyJson };
    return {
      data: { name, description, avatarUrl, ...any, ...expected },
      action: "webhook.updated",
      details,
      ...(uploaded !== null && {
        besides: (tx: Transaction) => takeUpForWebhook(tx, channel.user, webhookId, uploaded),
      }),
    };
  });
}

/** Makes senders get 403 until it is resumed; from then on it has as long to post as it is expected to. */
export function setPaused(channel: ManagedChannel, webhookId: bigint, paused: boolean): Promise<WebhookDto> {
  return changeWebhook(channel, webhookId, ({ pausedAt }) => {
    if (paused === (pausedAt !== null)) return null;
    const now = new Date();
    if (paused) return { data: { pausedAt: now }, action: "webhook.paused" };
    return { data: { pausedAt: null, expectedSince: now }, action: "webhook.resumed" };
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
