import type { AccessibleChannel } from "@/lib/channels/access";
import { AppError } from "@/lib/errors";
import { changeAsMember } from "@/lib/messages/change-as-member";
import type { MessageDto } from "@/lib/messages/dto";

const MOST_OWN = 20;
// Different emoji on one message, of all people together: more could not be looked through.
const MOST_EMOJI = 100;

/**
 * Adds or takes back one's own emoji on a message; doing it twice changes nothing. Throws `conflict` beyond twenty of one
 * person, and beyond a hundred kinds.
 */
export function setReaction(
  channel: AccessibleChannel,
  messageId: bigint,
  emoji: string,
  present: boolean,
): Promise<MessageDto> {
  const userId = channel.user.id;
  return changeAsMember(channel, messageId, async (tx) => {
    const mine = { messageId, userId, emoji };
    if (!present) return (await tx.reaction.deleteMany({ where: mine })).count > 0 ? {} : null;
    const own = await tx.reaction.count({ where: { messageId, userId, emoji: { not: emoji } } });
    if (own >= MOST_OWN) {
      throw new AppError("conflict", `You can put ${MOST_OWN} different emoji on a message. Take one back first.`);
    }
    const there = await tx.reaction.groupBy({ by: ["emoji"], where: { messageId } });
    if (there.length >= MOST_EMOJI && !there.some((each) => each.emoji === emoji)) {
      throw new AppError("conflict", `A message can have ${MOST_EMOJI} different emoji. Use one that is there.`);
    }
    return (await tx.reaction.createMany({ data: [mine], skipDuplicates: true })).count > 0 ? {} : null;
  });
}
