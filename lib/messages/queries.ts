import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Embed, MessageDto, MessagePageDto } from "@/lib/messages/dto";

const PAGE = 50;
// A page is rendered in one go, so long messages make it shorter: the rest comes when somebody scrolls there.
const PAGE_CHARACTERS = 100_000;

const select = {
  id: true,
  channelId: true,
  seq: true,
  rev: true,
  authorKind: true,
  userId: true,
  webhookId: true,
  authorName: true,
  authorAvatarUrl: true,
  content: true,
  embeds: true,
  nonce: true,
  createdAt: true,
  editedAt: true,
  deletedAt: true,
  user: { select: { name: true, avatarUrl: true } },
} satisfies Prisma.MessageSelect;

type Row = Prisma.MessageGetPayload<{ select: typeof select }>;

/** Which part of a channel: its end, or what stands before, after or around a `seq` (`around` has it in the middle). */
export type PageOf = { at: "latest" } | { at: "before" | "after" | "around"; seq: number };

/** A page of a channel's messages without tombstones, oldest first. The caller has checked who asks. */
export async function messagePage(channelId: bigint, of: PageOf): Promise<MessagePageDto> {
  // The revision is read first: whatever changes while the page is being read, the event stream will tell again.
  const { rev } = await db().channel.findUniqueOrThrow({ where: { id: channelId }, select: { rev: true } });
  if (of.at === "around") {
    const [older, newer] = await Promise.all([
      messagesBeside(channelId, { lt: of.seq }, PAGE / 2),
      messagesBeside(channelId, { gte: of.seq }, PAGE / 2),
    ]);
    const messages = [...older.messages, ...newer.messages];
    return { messages, hasOlder: older.more, hasNewer: newer.more, rev: Number(rev) };
  }
  if (of.at === "after") {
    const { messages, more } = await messagesBeside(channelId, { gt: of.seq }, PAGE);
    return { messages, hasOlder: true, hasNewer: more, rev: Number(rev) };
  }
  const { messages, more } = await messagesBeside(channelId, of.at === "before" ? { lt: of.seq } : {}, PAGE);
  return { messages, hasOlder: more, hasNewer: of.at === "before", rev: Number(rev) };
}

/** At most `limit` messages changed after revision `rev`, in the order of their changes, tombstones included. */
export async function changesSince(channelId: bigint, rev: number, limit: number): Promise<MessageDto[]> {
  const rows = await db().message.findMany({
    where: { channelId, rev: { gt: rev } },
    orderBy: { rev: "asc" },
    take: limit,
    select,
  });
  return rows.map(toDto);
}

/** One message by its id, or null: to answer the one who just posted it. */
export async function findMessage(id: bigint): Promise<MessageDto | null> {
  const row = await db().message.findUnique({ where: { id }, select });
  return row && toDto(row);
}

async function messagesBeside(
  channelId: bigint,
  seq: { lt?: number; gt?: number; gte?: number },
  limit: number,
): Promise<{ messages: MessageDto[]; more: boolean }> {
  const forwards = seq.gt !== undefined || seq.gte !== undefined;
  const rows = await db().message.findMany({
    where: { channelId, seq, deletedAt: null },
    orderBy: { seq: forwards ? "asc" : "desc" },
    take: limit + 1,
    select,
  });
  const fitting = rows.slice(0, limit).slice(0, howManyFit(rows));
  const messages = fitting.map(toDto);
  return { messages: forwards ? messages : messages.reverse(), more: rows.length > fitting.length };
}

/** How many rows from the first on make up a page by their size; at least one. */
function howManyFit(rows: readonly Row[]): number {
  let characters = 0;
  const tooMuch = rows.findIndex(({ content, embeds }) => {
    characters += content.length + (embeds === null ? 0 : JSON.stringify(embeds).length);
    return characters > PAGE_CHARACTERS;
  });
  return tooMuch === -1 ? rows.length : Math.max(tooMuch, 1);
}

function toDto(row: Row): MessageDto {
  const person = row.authorKind === "user";
  const authorId = person ? row.userId : row.webhookId;
  return {
    id: `${row.id}`,
    channelId: `${row.channelId}`,
    seq: Number(row.seq),
    rev: Number(row.rev),
    author: {
      kind: row.authorKind,
      id: authorId === null ? null : `${authorId}`,
      name: (person ? row.user?.name : row.authorName) ?? "Unknown",
      avatarUrl: (person ? row.user?.avatarUrl : row.authorAvatarUrl) ?? null,
    },
    content: row.content,
    // Only the door writes this column, after its schema has checked it.
    embeds: (row.embeds ?? []) as Embed[],
    nonce: row.nonce,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    deleted: row.deletedAt !== null,
  };
}
