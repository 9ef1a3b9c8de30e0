import { mayRead } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { type LaterItem, Prisma } from "@/lib/db/generated/client";
import type { LaterItemDto, LaterMarksDto, LaterPageDto, LaterView } from "@/lib/messages/later/dto";
import { messagesInChannels } from "@/lib/messages/read/queries";
import type { SessionUser } from "@/lib/people/find-session-user";
import { page } from "@/lib/text/page";

const PAGE = 50;
// More than that aren't marked in their channels.
const MOST_MARKS = 500;
const MOST_COUNTED = 100;

/** Returns a page of what the person has saved, the latest first, with messages as they are now. */
export async function laterPage(
  user: SessionUser,
  { show, after }: { show: LaterView; after?: bigint | undefined },
): Promise<LaterPageDto> {
  const rows = await db().laterItem.findMany({
    where: {
      userId: user.id,
      doneAt: show === "open" ? null : { not: null },
      ...(after !== undefined && { id: { lt: after } }),
    },
    orderBy: { id: "desc" },
    take: PAGE + 1,
  });
  return page(rows, { most: PAGE, cursorOf: ({ id }) => `${id}`, toItems: (some) => toItems(user, some) });
}

async function toItems(user: SessionUser, rows: readonly LaterItem[]): Promise<LaterItemDto[]> {
  const seen = await seenBy(
    user,
    rows.flatMap(({ messageId }) => messageId ?? []),
  );
  const messages = await messagesInChannels(user, seen);
  return rows.map(({ id, text, messageId, remindAt, remindedAt, doneAt }) => {
    const found = messageId === null ? null : (messages.get(`${messageId}`) ?? null);
    const message = found && !found.message.deleted ? found : null;
    return {
      id: `${id}`,
      text,
      message,
      gone: messageId !== null && message === null,
      remindAt: remindAt?.toISOString() ?? null,
      remindedAt: remindedAt?.toISOString() ?? null,
      done: doneAt !== null,
    };
  });
}

/** Returns those of the messages that the person may still read. */
export async function seenBy(user: { id: bigint }, messageIds: readonly bigint[]): Promise<bigint[]> {
  if (messageIds.length === 0) return [];
  const rows = await db().$queryRaw<{ id: bigint }[]>`
    SELECT x.id FROM messages x JOIN channels c ON c.id = x.channel_id
    WHERE x.id = ANY(${[...messageIds]}::bigint[]) AND ${mayRead(Prisma.sql`${user.id}`)}`;
  return rows.map(({ id }) => id);
}

/** Returns which messages the person has saved and not done, and how many reminders wait for them, at most 100. */
export async function laterMarks({ id: userId }: Pick<SessionUser, "id">): Promise<LaterMarksDto> {
  const [saved, due] = await Promise.all([
    db().laterItem.findMany({
      where: { userId, doneAt: null, messageId: { not: null } },
      orderBy: { id: "desc" },
      take: MOST_MARKS,
      select: { messageId: true },
    }),
    db().laterItem.count({ where: { userId, doneAt: null, remindedAt: { not: null } }, take: MOST_COUNTED }),
  ]);
  return { messageIds: saved.map(({ messageId }) => `${messageId}`), due };
}
