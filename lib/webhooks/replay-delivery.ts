import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { postAsMember } from "@/lib/webhooks/post-as-member";
import { isDescribed, loggedDialect } from "@/lib/webhooks/senders/registry";

/**
 * Sends a delivery again, refused or taken, with the payload as the member has corrected it, in the dialect in which it came. What
 * was taken becomes a new message, because no Idempotency-Key goes with it. Answers the message's place. Throws `not_found`, and `invalid` with the reason when it is refused again.
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
  if (!delivery) throw new AppError("not_found", "This delivery is not in the log any more.");
  const { event } = delivery;
  const dialect = loggedDialect(delivery.dialect);
  // GitHub names the event in a header, at the bare URL too.
  const isGitHub = event !== null && (dialect === "github" || dialect === "parley");
  return postAsMember(channel, webhookId, {
    dialect,
    origin: "replay",
    headers: isGitHub ? { "x-github-event": event } : isDescribed(dialect) ? { "content-type": typeOf(payload) } : {},
    event,
    body: payload,
  });
}

function typeOf(payload: string): string {
  if (/^\s*[{[]/.test(payload)) return "application/json";
  return /^[\w.~%+*[\]-]{1,100}=\S*$/.test(payload) ? "application/x-www-form-urlencoded" : "text/plain";
}
