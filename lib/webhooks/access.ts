import { type AccessibleChannel, assertCanManageWebhooks, type Client, requireMember } from "@/lib/channels/access";
import { whileProven } from "@/lib/channels/as-member";
import type { ProvenTx } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError } from "@/lib/text/errors";

declare const managed: unique symbol;

/** Proof that a person may manage a channel's webhooks. Only `requireWebhookManager` creates one. */
export type ManagedChannel = AccessibleChannel & { readonly [managed]: true };

/**
 * Throws `not_found` for non-members, `forbidden` for members whom the channel's setting excludes, and `conflict` for a
 * direct message.
 */
export async function requireWebhookManager(
  user: SessionUser,
  channelId: bigint,
  client?: Client,
): Promise<ManagedChannel> {
  const accessible = await requireMember(user, channelId, client);
  assertHasWebhooks(accessible);
  return accessible as ManagedChannel;
}

/**
 * Runs a person's change of a channel's webhooks in a transaction while they may manage them. Other changes of the
 * channel wait, and those of `and`. Throws like `requireWebhookManager`.
 */
export function asWebhookManager<T>(
  channel: ManagedChannel,
  work: (tx: ProvenTx, now: ManagedChannel) => Promise<T>,
  how: { and?: bigint } = {},
): Promise<T> {
  return whileProven(channel, assertHasWebhooks, work, { ...how, alone: "channel" });
}

function assertHasWebhooks(accessible: AccessibleChannel): void {
  if (accessible.channel.kind === "direct") {
    throw new AppError("conflict", "Direct messages can't have webhooks. Choose a channel.");
  }
  assertCanManageWebhooks(accessible);
}
