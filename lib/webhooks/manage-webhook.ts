import { changes } from "@/lib/audit/record-audit";
import type { Transaction } from "@/lib/db/transaction";
import { closeIncidentsOf } from "@/lib/messages/cards/incidents";
import { takeUpForWebhook } from "@/lib/people/avatars/take-up";
import { seal, unseal } from "@/lib/secrets/secret";
import { AppError } from "@/lib/text/errors";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { changeWebhook } from "@/lib/webhooks/change-webhook";
import type { WebhookDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { hashToken, makeToken } from "@/lib/webhooks/endpoint/token";
import { givenAvatar } from "@/lib/webhooks/queries";
import { standardKey } from "@/lib/webhooks/request/signature";
import { defaultAvatarOf } from "@/lib/webhooks/senders/sender-marks";
import { schemeNamed } from "@/lib/webhooks/senders/signature-schemes";

type WebhookChanges = {
  name: string;
  description: string;
  avatarUrl: string | null;
  /** An uploaded avatar, used instead of the URL. */
  picture?: string | null | undefined;
  takesAnyJson?: boolean | undefined;
  updatesCards?: boolean | undefined;
  oneLine?: boolean | undefined;
  gathersAll?: boolean | undefined;
  expectedEveryHours?: number | null | undefined;
};

/**
 * Changes a webhook's name, description, avatar, accepted JSON, whether plain cards are updated, things have one line
 * and all storms gather, and its expected interval in hours (null for none). Omitted fields and posted messages don't change. Throws `invalid` for an avatar that this person hasn't uploaded.
 */
export function updateWebhook(channel: ManagedChannel, webhookId: bigint, fields: WebhookChanges): Promise<WebhookDto> {
  const { name, description, expectedEveryHours, picture: uploaded = null } = fields;
  const { takesAnyJson, updatesCards, oneLine, gathersAll } = fields;
  const switches = { takesAnyJson, updatesCards, oneLine, gathersAll };
  const avatarUrl = uploaded ?? fields.avatarUrl;
  return changeWebhook(channel, webhookId, (webhook) => {
    const before = {
      name: webhook.name,
      description: webhook.description,
      avatarUrl: givenAvatar(webhook),
      takesAnyJson: webhook.takesAnyJson,
      updatesCards: webhook.updatesCards,
      oneLine: webhook.oneLine,
      gathersAll: webhook.gathersAll,
      expectedEveryHours: webhook.expectedEveryHours,
    };
    const details = changes(before, { name, description, avatarUrl, ...switches, expectedEveryHours });
    if (!details) return null;
    const changed = expectedEveryHours !== undefined && details.expectedEveryHours;
    const expected = changed ? { expectedEveryHours, expectedSince: new Date() } : {};
    const chosen = {
      ...(takesAnyJson !== undefined && { takesAnyJson }),
      ...(updatesCards !== undefined && { updatesCards }),
      ...(gathersAll !== undefined && { gathersAll }),
      // Nobody has to be offered what they have decided on.
      ...(oneLine !== undefined && { oneLine, ...(oneLine !== webhook.oneLine && { oneLineOfferedAt: new Date() }) }),
    };
    return {
      data: { name, description, avatarUrl: avatarUrl ?? defaultAvatarOf(webhook.sender), ...chosen, ...expected },
      action: "webhook.updated",
      details,
      ...(uploaded !== null && {
        besides: (tx: Transaction) => takeUpForWebhook(tx, channel.user, webhookId, uploaded),
      }),
    };
  });
}

/** Pauses or resumes a webhook. While it's paused, senders get 403; resuming restarts its expected interval. */
export function setPaused(channel: ManagedChannel, webhookId: bigint, paused: boolean): Promise<WebhookDto> {
  return changeWebhook(channel, webhookId, ({ pausedAt }) => {
    if (paused === (pausedAt !== null)) return null;
    const now = new Date();
    if (paused) return { data: { pausedAt: now }, action: "webhook.paused" };
    return { data: { pausedAt: null, expectedSince: now }, action: "webhook.resumed" };
  });
}

/**
 * Replaces the token. From the commit on, the old URL stops working on every instance. The new one can't be shown
 * again. Notifies the creator and the channel's managers if it's someone else's webhook.
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
  return { webhook, url: baseUrl + webhookPaths.incoming(webhook.id, token), rev: Number(channel.channel.rev) };
}

/**
 * Deletes a webhook permanently; senders get 404. Its messages are kept. Notifies the creator and the channel's
 * managers if it's someone else's webhook.
 */
export async function deleteWebhook(
  channel: ManagedChannel,
  webhookId: bigint,
  reason: string | null = null,
): Promise<void> {
  const data = { deletedAt: new Date(), tokenHash: null, cardVersion: null };
  await changeWebhook(channel, webhookId, () => ({
    data,
    action: "webhook.deleted",
    why: { reason },
    besides: async (tx) => {
      await tx.webhookCard.deleteMany({ where: { webhookId } });
      await tx.webhookHour.deleteMany({ where: { webhookId } });
      await tx.notIncident.deleteMany({ where: { webhookId } });
      await tx.webhookRule.deleteMany({ where: { webhookId } });
      await tx.webhookEvent.deleteMany({ where: { webhookId } });
      await closeIncidentsOf(tx, webhookId);
    },
  }));
}

/** An empty secret is removed; absent fields don't change. */
type SigningChange = { secret?: string | undefined; scheme?: string | undefined };

/**
 * Requires requests to be signed with `secret` under `scheme`, or, with an empty secret, stops requiring it. The secret
 * can't be shown again. Notifies the creator and the channel's managers if it's someone else's webhook. Throws
 * `not_found`, and `invalid` for an unknown scheme or a secret that Standard Webhooks can't use.
 */
export function setSigningSecret(
  channel: ManagedChannel,
  webhookId: bigint,
  { secret, scheme }: SigningChange,
  reason: string | null = null,
): Promise<WebhookDto> {
  return changeWebhook(channel, webhookId, ({ signingSecret, signatureScheme: before }) => {
    const why = { reason };
    if (secret === "") {
      if (signingSecret === null) return null;
      return { data: { signingSecret: null }, action: "webhook.signing_secret_removed", why };
    }
    const signatureScheme = scheme ?? before ?? "github";
    assertFits(signatureScheme, secret ?? (signingSecret && unseal(signingSecret)));
    if (secret !== undefined) {
      const action = signingSecret === null ? "webhook.signing_secret_set" : "webhook.signing_secret_replaced";
      return { data: { signingSecret: seal(secret), signatureScheme }, action, why };
    }
    if (signatureScheme === before) return null;
    return { data: { signatureScheme }, action: "webhook.signature_scheme_changed", why };
  });
}

function assertFits(scheme: string, secret: string | null): void {
  const found = schemeNamed(scheme);
  if (found === null) throw new AppError("invalid", "Choose how requests are signed.", { field: "scheme" });
  if (found.kind !== "standard" || secret === null || standardKey(secret) !== null) return;
  throw new AppError(
    "invalid",
    "A Standard Webhooks secret must be at least 24 bytes in Base64. Copy it from the tool: it usually starts with whsec_.",
    { field: "secret" },
  );
}
