import { type AccessibleChannel, canManageWebhooks, requireMember } from "@/lib/channels/access";
import { AppError } from "@/lib/errors";
import type { SessionUser } from "@/lib/users/find-session-user";

declare const managed: unique symbol;

/** Proof that a person may manage a channel's webhooks. Only `requireWebhookManager` creates one. */
export type ManagedChannel = AccessibleChannel & { readonly [managed]: true };

/**
 * Throws `not_found` for non-members, `forbidden` for members whom the channel's setting excludes, and `conflict` for a
 * direct message.
 */
export async function requireWebhookManager(user: SessionUser, channelId: bigint): Promise<ManagedChannel> {
  const accessible = await requireMember(user, channelId);
  if (accessible.channel.kind === "direct") {
    throw new AppError("conflict", "Direct messages can't have webhooks. Choose a channel.");
  }
  if (!canManageWebhooks(accessible)) {
    throw new AppError("forbidden", "Only this channel's managers can manage its webhooks. Ask a manager.");
  }
  return accessible as ManagedChannel;
}
