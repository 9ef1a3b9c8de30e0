import type { AccessibleChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/hub";

/**
 * Leaves a webhook out of what is unread for this person, wherever it posts, or lets them hear of it again. Throws `not_found` for
 * a webhook that neither belongs to the channel nor has posted in it.
 */
export async function setMuted({ user, channel }: AccessibleChannel, webhookId: bigint, muted: boolean): Promise<void> {
  const here = await db().webhook.findFirst({
    where: { id: webhookId, OR: [{ channelId: channel.id }, { messages: { some: { channelId: channel.id } } }] },
    select: { id: true },
  });
  if (!here) throw new AppError("not_found", "There is no such webhook in this channel.");
  const mute = { userId: user.id, webhookId };
  const { count } = muted
    ? await db().webhookMute.createMany({ data: [mute], skipDuplicates: true })
    : await db().webhookMute.deleteMany({ where: mute });
  if (count > 0) publish({ kind: "user", userId: user.id });
}
