import { recordAudit } from "@/lib/audit/record-audit";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import type { ProvenTx } from "@/lib/people/as-person";
import { takeUpForWebhook } from "@/lib/people/avatars/take-up";
import { countingMade } from "@/lib/people/try-limits";
import { AppError } from "@/lib/text/errors";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { asWebhookManager, type ManagedChannel } from "@/lib/webhooks/access";
import type { WebhookSecretDto } from "@/lib/webhooks/dto";
import { hashToken, makeToken } from "@/lib/webhooks/endpoint/token";
import { toWebhookDto, webhookSelect } from "@/lib/webhooks/queries";
import { loggedDialect } from "@/lib/webhooks/senders/registry";
import { defaultAvatarOf } from "@/lib/webhooks/senders/sender-marks";
import { schemeFor } from "@/lib/webhooks/senders/signature-schemes";

type NewWebhook = {
  name: string;
  description: string;
  avatarUrl: string | null;
  picture?: string | null;
  sender?: string;
  oneLine?: boolean;
  gathersAll?: boolean;
};

/**
 * Creates a webhook and returns its URL, which can't be shown again. Throws `conflict` if the channel has 50, `invalid`
 * for an avatar that this person hasn't uploaded, and `rate_limited` for a member who has created too many.
 */
export async function createWebhook(
  managed: ManagedChannel,
  fields: NewWebhook,
  baseUrl: string,
): Promise<WebhookSecretDto> {
  const token = makeToken();
  const { user } = managed;
  const make = async (tx: ProvenTx, { channel }: ManagedChannel) => {
    await assertRoomForWebhook(tx, channel);
    const { name, description, picture: uploaded = null, oneLine = true, gathersAll = false } = fields;
    // Parley's own JSON is what is chosen if nothing is, so the first request may still say the tool.
    const chosen = loggedDialect(fields.sender ?? "parley");
    const sender = chosen === "parley" ? null : chosen;
    const avatarUrl = uploaded ?? fields.avatarUrl ?? defaultAvatarOf(sender);
    const tokenHash = new Uint8Array(hashToken(token));
    const signatureScheme = schemeFor(chosen);
    const data = {
      name,
      description,
      avatarUrl,
      tokenHash,
      sender,
      signatureScheme,
      channelId: channel.id,
      createdById: user.id,
      oneLine,
      // Only webhooks from before are offered it.
      oneLineOfferedAt: new Date(),
      gathersAll,
    };
    const webhook = await tx.webhook.create({ data, select: webhookSelect });
    if (uploaded !== null) await takeUpForWebhook(tx, user, webhook.id, uploaded);
    await recordAudit(tx, { actor: user, action: "webhook.created", channel, webhook });
    return webhook;
  };
  const row = await countingMade("webhook", user, () => asWebhookManager(managed, make));
  publish({ kind: "deliveries", channelId: row.channelId, webhookId: row.id });
  return {
    webhook: toWebhookDto(row, user),
    url: baseUrl + webhookPaths.incoming(`${row.id}`, token),
    rev: Number(managed.channel.rev),
  };
}

const MOST_PER_CHANNEL = 50;

/** Throws `conflict` if the channel has 50 webhooks. The check only holds under the channel's lock. */
export async function assertRoomForWebhook(tx: Transaction, channel: { id: bigint; name: string }): Promise<void> {
  const count = await tx.webhook.count({ where: { channelId: channel.id, deletedAt: null } });
  if (count < MOST_PER_CHANNEL) return;
  throw new AppError(
    "conflict",
    `#${channel.name} has reached the limit of ${MOST_PER_CHANNEL} webhooks. Delete or move one first.`,
  );
}
