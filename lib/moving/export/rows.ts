import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { attachmentSelect } from "@/lib/messages/files/queries";
import { BEFORE_ALL } from "@/lib/messages/imported-place";

// A page is in memory at once, and reading it mustn't hold up requests. A message can have 100 kB.
const PAGE = 1_000;
const MESSAGES = 100;

type Row = { id: bigint };

/** Reads rows in pages, by id. `read` returns the first `take` with an id above `after`. */
export async function* inPages<R extends Row>(
  read: (after: bigint, take: number) => Promise<R[]>,
  take = PAGE,
): AsyncGenerator<R> {
  for (let after = 0n; ; ) {
    const rows = await read(after, take);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < take) return;
    after = last.id;
  }
}

/** Everyone who has or had an account, by id. */
export function everyone() {
  const select = { id: true, name: true, email: true, role: true, title: true, deactivatedAt: true } as const;
  return inPages((after, take) =>
    db().user.findMany({ where: { id: { gt: after } }, orderBy: { id: "asc" }, take, select }),
  );
}

/** What an export says of a channel. */
export const channelFacts = {
  id: true,
  name: true,
  topic: true,
  kind: true,
  whoPosts: true,
  createdAt: true,
  archivedAt: true,
  createdById: true,
} as const;

/** The names of everyone, by id. */
export type People = ReadonlyMap<bigint, string>;

/** A person by id and name, as the export has them. */
export type ExportedPerson = { id: string; name: string };

/** Returns the person with this id as the export has them. */
export function named(people: People, id: bigint): ExportedPerson {
  return { id: `${id}`, name: people.get(id) ?? "Unknown" };
}

/** Reads everyone's name. */
export async function readPeople(): Promise<People> {
  const people = new Map<bigint, string>();
  for await (const { id, name } of everyone()) people.set(id, name);
  return people;
}

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
  event: true,
  silent: true,
  threadRootId: true,
  inChannel: true,
  pinnedAt: true,
  pinnedById: true,
  outages: {
    orderBy: { id: "asc" },
    select: { tool: true, place: true, openedAt: true, acknowledgedAt: true, resolvedAt: true },
  },
  attachments: {
    orderBy: { position: "asc" },
    select: { ...attachmentSelect, hash: true },
  },
  reactions: {
    orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
    select: { emoji: true, userId: true, createdAt: true },
  },
} satisfies Prisma.MessageSelect;

export type ExportRow = Prisma.MessageGetPayload<{ select: typeof messageSelect }>;

/** All of a channel's messages and replies in their order, with tombstones. */
export async function* messagesOfChannel(channelId: bigint): AsyncGenerator<ExportRow> {
  let after = BEFORE_ALL;
  for (;;) {
    // Messages and replies have an index each.
    const part = (condition: Prisma.Sql) => Prisma.sql`
      (SELECT id, seq FROM messages WHERE channel_id = ${channelId} AND seq > ${after} AND ${condition}
       ORDER BY seq LIMIT ${MESSAGES})`;
    const ids = await db().$queryRaw<{ id: bigint; seq: bigint }[]>`
      ${part(Prisma.sql`thread_root_id IS NULL`)} UNION ALL ${part(Prisma.sql`thread_root_id IS NOT NULL`)}
      ORDER BY seq LIMIT ${MESSAGES}`;
    yield* await messagesWith(ids.map(({ id }) => id));
    const last = ids.at(-1);
    if (!last || ids.length < MESSAGES) return;
    after = last.seq;
  }
}

/** All messages that a person wrote, in every channel, the oldest first. */
export function messagesOfPerson(userId: bigint): AsyncGenerator<ExportRow> {
  return inPages(
    (after, take) =>
      db().message.findMany({
        where: { userId, id: { gt: after }, deletedAt: null },
        orderBy: { id: "asc" },
        take,
        select: messageSelect,
      }),
    MESSAGES,
  );
}

async function messagesWith(ids: bigint[]): Promise<ExportRow[]> {
  return db().message.findMany({ where: { id: { in: ids } }, orderBy: { seq: "asc" }, select: messageSelect });
}
