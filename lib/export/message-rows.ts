import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

// A page is in memory at once, and a message can have 100 kB.
const PAGE = 100;

const messageSelect = {
  id: true,
  channelId: true,
  seq: true,
  authorKind: true,
  userId: true,
  webhookId: true,
  authorName: true,
  sentById: true,
  content: true,
  embeds: true,
  mentionedUserIds: true,
  mentionsEveryone: true,
  createdAt: true,
  editedAt: true,
  deletedAt: true,
  threadRootId: true,
  pinnedAt: true,
  pinnedById: true,
  attachments: {
    orderBy: { position: "asc" },
    select: {
      id: true,
      hash: true,
      name: true,
      size: true,
      contentType: true,
      width: true,
      height: true,
      description: true,
    },
  },
  reactions: {
    orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
    select: { emoji: true, userId: true, createdAt: true },
  },
} satisfies Prisma.MessageSelect;

export type MessageRow = Prisma.MessageGetPayload<{ select: typeof messageSelect }>;

/** All of a channel's messages and replies in their order, with tombstones. */
export async function* messagesOfChannel(channelId: bigint): AsyncGenerator<MessageRow> {
  let after = 0n;
  for (;;) {
    // Messages and replies have an index each.
    const part = (condition: Prisma.Sql) => Prisma.sql`
      (SELECT id, seq FROM messages WHERE channel_id = ${channelId} AND seq > ${after} AND ${condition}
       ORDER BY seq LIMIT ${PAGE})`;
    const ids = await db().$queryRaw<{ id: bigint; seq: bigint }[]>`
      ${part(Prisma.sql`thread_root_id IS NULL`)} UNION ALL ${part(Prisma.sql`thread_root_id IS NOT NULL`)}
      ORDER BY seq LIMIT ${PAGE}`;
    yield* await messagesWith(ids.map(({ id }) => id));
    const last = ids.at(-1);
    if (!last || ids.length < PAGE) return;
    after = last.seq;
  }
}

/** All messages that a person wrote, in every channel, the oldest first. */
export async function* messagesOfPerson(userId: bigint): AsyncGenerator<MessageRow> {
  let after = 0n;
  for (;;) {
    const rows = await db().message.findMany({
      where: { userId, id: { gt: after }, deletedAt: null },
      orderBy: { id: "asc" },
      take: PAGE,
      select: messageSelect,
    });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

async function messagesWith(ids: bigint[]): Promise<MessageRow[]> {
  return db().message.findMany({ where: { id: { in: ids } }, orderBy: { seq: "asc" }, select: messageSelect });
}
