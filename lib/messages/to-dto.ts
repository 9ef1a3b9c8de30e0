import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { shownImage } from "@/lib/images/signed-url";
import type { Embed, MentionDto, MessageDto, ReactionDto, ThreadDto } from "@/lib/messages/dto";
import { parseMarkdown } from "@/lib/messages/markdown/parse";
import { markdownTexts } from "@/lib/messages/markdown-texts";
import { namedIn } from "@/lib/messages/mentions";
import { resolveAttachments } from "@/lib/messages/resolve-attachments";
import { withShownImages } from "@/lib/messages/shown-images";
import { attachmentSelect, toAttachmentDto } from "@/lib/uploads/to-dto";

export const messageSelect = {
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
  attachments: {
    orderBy: { position: "asc" },
    select: attachmentSelect,
  },
  reactions: {
    orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
    select: { emoji: true, user: { select: { id: true, name: true } } },
  },
  pinnedAt: true,
  mentionedUserIds: true,
  mentionsEveryone: true,
  threadRootId: true,
  replyCount: true,
  lastReplyAt: true,
  lastReplySeq: true,
  nonce: true,
  sentById: true,
  createdAt: true,
  editedAt: true,
  updateCount: true,
  deletedAt: true,
  user: { select: { name: true, avatarUrl: true } },
} satisfies Prisma.MessageSelect;

export type MessageRow = Prisma.MessageGetPayload<{ select: typeof messageSelect }>;

// Parsing Markdown blocks the event loop, so after 10 ms of it other requests get their turn.
const AT_ONCE_MS = 10;

/**
 * The rows as the browser knows them, in their order. Reads the names of the people whom their texts mention, and with `senders` who
 * sent them by hand: that is for managers only.
 */
export async function toDtos(rows: readonly MessageRow[], { senders = false } = {}): Promise<MessageDto[]> {
  const named = rows.map((row) => namedIn(textsOf(row)));
  const sentBy = rows.flatMap(({ sentById }) => (senders && sentById !== null ? [sentById] : []));
  const ids = new Set([...named.flat(), ...sentBy]);
  const people =
    ids.size === 0
      ? []
      : await db().user.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const messages: MessageDto[] = [];
  let began = performance.now();
  for (const [index, row] of rows.entries()) {
    const message = toDto(row, mentionsOf(row, named[index] ?? [], names));
    messages.push(senders ? { ...message, ...senderOf(row, names) } : message);
    if (performance.now() - began < AT_ONCE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
  return messages;
}

function senderOf({ sentById, deletedAt }: MessageRow, names: ReadonlyMap<bigint, string>): Pick<MessageDto, "sentBy"> {
  const name = sentById === null || deletedAt !== null ? undefined : names.get(sentById);
  return name === undefined ? {} : { sentBy: { id: `${sentById}`, name } };
}

function mentionsOf(row: MessageRow, named: readonly bigint[], names: ReadonlyMap<bigint, string>): MentionDto[] {
  return named.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id: `${id}`, name, pinged: row.mentionedUserIds.includes(id) }];
  });
}

function reactionsOf({ reactions }: MessageRow): ReactionDto[] {
  const byEmoji = new Map<string, ReactionDto>();
  for (const { emoji, user } of reactions) {
    const reaction = byEmoji.get(emoji) ?? { emoji, people: [] };
    reaction.people.push({ id: `${user.id}`, name: user.name });
    byEmoji.set(emoji, reaction);
  }
  return [...byEmoji.values()];
}

function threadOf({ replyCount, lastReplyAt, lastReplySeq }: MessageRow): ThreadDto | null {
  if (replyCount === 0 || lastReplyAt === null || lastReplySeq === null) return null;
  return { replyCount, lastReplyAt: lastReplyAt.toISOString(), lastReplySeq: Number(lastReplySeq) };
}

function textsOf({ content, embeds }: MessageRow): string {
  return embeds === null ? content : `${content}\n${JSON.stringify(embeds)}`;
}

function toDto(row: MessageRow, mentions: MentionDto[]): MessageDto {
  const person = row.authorKind === "user";
  const authorId = person ? row.userId : row.webhookId;
  // Only `postMessages` and the edits write this column, after a schema has checked it, so its type is certain.
  const files = row.attachments.map(toAttachmentDto);
  const { embeds: resolved, shown } = resolveAttachments((row.embeds ?? []) as Embed[], files);
  const embeds = withShownImages(resolved, files, authorId);
  return {
    id: `${row.id}`,
    channelId: `${row.channelId}`,
    seq: Number(row.seq),
    rev: Number(row.rev),
    author: {
      kind: row.authorKind,
      id: authorId === null ? null : `${authorId}`,
      name: (person ? row.user?.name : row.authorName) ?? "Unknown",
      avatarUrl: shownImage(person ? row.user?.avatarUrl : row.authorAvatarUrl, authorId),
    },
    content: row.content,
    embeds,
    parsed: markdownTexts({ content: row.content, embeds }).map((text) => parseMarkdown(text, row.mentionsEveryone)),
    attachments: shown,
    mentions,
    mentionsEveryone: row.mentionsEveryone,
    reactions: reactionsOf(row),
    pinned: row.pinnedAt !== null,
    threadId: row.threadRootId === null ? null : `${row.threadRootId}`,
    thread: threadOf(row),
    nonce: row.nonce,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    updateCount: row.updateCount,
    deleted: row.deletedAt !== null,
  };
}
