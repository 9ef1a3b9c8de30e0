import { assertRoomInLog } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/text/errors";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { findAuthorized } from "@/lib/webhooks/endpoint/authorize";
import { receiveAs } from "@/lib/webhooks/endpoint/receive";
import type { ByHand } from "@/lib/webhooks/request/context";
import { WebhookError } from "@/lib/webhooks/request/response";
import { type DialectName, isDescribed, loggedDialect } from "@/lib/webhooks/senders/registry";

/**
 * Posts to a webhook through the endpoint, as its sender would, and logs the delivery with the member's name. Returns
 * the message's position. Throws `not_found` for a webhook of another channel, `conflict` where a sender gets 403,
 * `rate_limited` for someone who has posted too much this way, and otherwise `invalid` with the endpoint's error.
 */
export async function postAsMember(
  channel: ManagedChannel,
  webhookId: bigint,
  request: {
    dialect: DialectName;
    origin: ByHand["origin"];
    headers?: Record<string, string>;
    event?: string | null;
    body: string;
  },
): Promise<{ channelId: string; seq: number }> {
  const { dialect, origin, headers = {}, event = null, body } = request;
  const row = await db().webhook.findFirst({
    where: { id: webhookId, channelId: channel.channel.id, deletedAt: null },
    select: { tokenHash: true },
  });
  const webhook = row?.tokenHash ? await findAuthorized(webhookId, Buffer.from(row.tokenHash)) : null;
  if (!webhook)
    throw new AppError("not_found", "This channel has no webhook with that ID. It may have been deleted or moved.");
  // Checked first, because messages are committed in batches, and the others mustn't fail because of this one.
  await assertRoomInLog(db(), channel.user.id, "webhook.posted_as");
  const { messageId } = await receiveAs(
    webhook,
    dialect,
    { user: channel.user, origin },
    { headers, event, body },
  ).catch((error: unknown) => {
    if (error instanceof WebhookError) throw toAppError(error);
    throw error;
  });
  const { channelId, seq } = await db().message.findUniqueOrThrow({
    where: { id: messageId },
    select: { channelId: true, seq: true },
  });
  return { channelId: `${channelId}`, seq: Number(seq) };
}

function toAppError({ code, message }: WebhookError): AppError {
  if (code === "paused") return new AppError("conflict", "This webhook is paused. Resume it, then try again.");
  if (code === "archived") return new AppError("conflict", "This channel is archived. Unarchive it before posting.");
  if (code === "unavailable" || code === "internal") return new AppError("unavailable", message, { retryAfter: 5 });
  return new AppError("invalid", message, { field: "payload" });
}

/**
 * Sends a delivery again in its original dialect, with the payload as the member corrected it. It has no
 * Idempotency-Key, so an accepted one becomes a new message. Returns the message's position. Throws `not_found`, or
 * `invalid` with the reason if it's rejected again.
 */
export async function replayDelivery(
  channel: ManagedChannel,
  webhookId: bigint,
  deliveryId: bigint,
  payload: string,
): Promise<{ channelId: string; seq: number }> {
  const channelId = channel.channel.id;
  const delivery = await db().delivery.findFirst({
    where: { id: deliveryId, webhookId, channelId, method: "POST", webhook: { channelId } },
    select: { dialect: true, event: true },
  });
  if (!delivery) throw new AppError("not_found", "This delivery is no longer in the log.");
  const { event } = delivery;
  const dialect = loggedDialect(delivery.dialect);
  // GitHub names the event in a header, also at the plain URL. What happened follows a dot, and is in the payload.
  const isGitHub = event !== null && (dialect === "github" || dialect === "parley");
  return postAsMember(channel, webhookId, {
    dialect,
    origin: "replay",
    headers: isGitHub
      ? { "x-github-event": event.replace(/\..*/, "") }
      : isDescribed(dialect)
        ? { "content-type": typeOf(payload) }
        : {},
    event,
    body: payload,
  });
}

function typeOf(payload: string): string {
  if (/^\s*[{[]/.test(payload)) return "application/json";
  return /^[\w.~%+*[\]-]{1,100}=\S*$/.test(payload) ? "application/x-www-form-urlencoded" : "text/plain";
}

/**
 * Posts a test card through the webhook's endpoint and returns the message's position. Throws `conflict` where a sender
 * would get 403, and `not_found` for a webhook of another channel.
 */
export function sendTestMessage(
  channel: ManagedChannel,
  webhookId: bigint,
): Promise<{ channelId: string; seq: number }> {
  const embed = {
    title: "Test message",
    description: "This webhook works. Messages that tools send to its URL appear here.",
    footer: { text: `Sent by ${channel.user.name} from the channel's settings` },
    timestamp: new Date().toISOString(),
  };
  const body = JSON.stringify({ embeds: [embed] });
  return postAsMember(channel, webhookId, { dialect: "parley", origin: "test", body });
}
