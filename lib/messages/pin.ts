import { type AccessibleChannel, seesSenders } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { changeAsMember } from "@/lib/messages/change-as-member";
import type { MessageDto } from "@/lib/messages/dto";
import { messageSelect, toDtos } from "@/lib/messages/to-dto";

const MOST_PINNED = 50;

/** Pins a message to its channel, or takes it off; any member may. Throws `conflict` when fifty are pinned. */
export function setPinned(channel: AccessibleChannel, messageId: bigint, pinned: boolean): Promise<MessageDto> {
  return changeAsMember(channel, messageId, async (tx, message) => {
    if (pinned === (message.pinnedAt !== null)) return null;
    if (!pinned) return { pinnedAt: null, pinnedById: null };
    const count = await tx.message.count({ where: { channelId: channel.channel.id, pinnedAt: { not: null } } });
    if (count >= MOST_PINNED) {
      throw new AppError("conflict", `A channel can have ${MOST_PINNED} pinned messages. Unpin one first.`);
    }
    return { pinnedAt: new Date(), pinnedById: channel.user.id };
  });
}

/** The channel's pinned messages, the latest pin first. */
export async function pinnedMessages(accessible: AccessibleChannel): Promise<MessageDto[]> {
  const rows = await db().message.findMany({ ...pinnedIn(accessible.channel), select: messageSelect });
  return toDtos(rows, { senders: seesSenders(accessible) });
}

/** The ids of the channel's pinned messages. */
export async function pinnedIds({ channel }: AccessibleChannel): Promise<string[]> {
  const rows = await db().message.findMany({ ...pinnedIn(channel), select: { id: true } });
  return rows.map(({ id }) => `${id}`);
}

function pinnedIn({ id }: AccessibleChannel["channel"]) {
  return {
    where: { channelId: id, pinnedAt: { not: null }, deletedAt: null },
    orderBy: [{ pinnedAt: "desc" }, { id: "desc" }],
    take: MOST_PINNED,
  } satisfies Prisma.MessageFindManyArgs;
}
