import { db } from "@/lib/db/client";
import { cleanFileName } from "@/lib/files/uploads/read-multipart";
import type { ExportArchive } from "./archive";
import { type ExportedPerson, type ExportRow, named, type People } from "./rows";

type WriteContext = {
  people: People;
  /** The name of the messages' parts in the archive. */
  name: string;
  /** Called for each message, to add to it. */
  more?: (row: ExportRow) => object;
  /** Called with each person in the messages. */
  seen?: (userId: bigint) => void;
};

/** Adds messages and their files to the archive. Returns how many messages there were. */
export async function writeMessages(
  archive: ExportArchive,
  rows: AsyncIterable<ExportRow>,
  writing: WriteContext,
): Promise<number> {
  const lines = archive.lines(writing.name);
  for await (const row of rows) await lines.add(await exportedMessage(archive, row, writing));
  await lines.end();
  return lines.count;
}

async function exportedMessage(archive: ExportArchive, row: ExportRow, { people, more, seen }: WriteContext) {
  const person = (id: bigint): ExportedPerson => {
    seen?.(id);
    return named(people, id);
  };
  const files = [];
  for (const { id, hash, ...facts } of row.attachments) {
    const file = await archive.addFile(`files/${id}/${cleanFileName(facts.name)}`, hash);
    files.push({ id: `${id}`, ...facts, sha256: Buffer.from(hash).toString("hex"), file });
  }
  return {
    id: `${row.id}`,
    seq: Number(row.seq),
    ...more?.(row),
    author:
      row.authorKind === "user"
        ? { kind: "person", ...(row.userId === null ? { id: null, name: "Unknown" } : person(row.userId)) }
        : { kind: "webhook", id: row.webhookId === null ? null : `${row.webhookId}`, name: row.authorName },
    sentBy: row.sentById === null ? null : person(row.sentById),
    threadRootId: row.threadRootId === null ? null : `${row.threadRootId}`,
    ...(row.inChannel && { inChannel: true }),
    content: row.content,
    ...(row.event !== null && { event: row.event }),
    ...(row.silent && { silent: true }),
    embeds: row.embeds ?? [],
    ...(row.outages.length > 0 && {
      outages: row.outages.map(({ tool, place, openedAt, acknowledgedAt, resolvedAt }) => ({
        tool,
        place,
        openedAt: openedAt.toISOString(),
        acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
        resolvedAt: resolvedAt?.toISOString() ?? null,
      })),
    }),
    mentions: { people: row.mentionedUserIds.map(person), everyone: row.mentionsEveryone },
    attachments: files,
    reactions: row.reactions.map(({ emoji, userId, createdAt }) => ({
      emoji,
      person: person(userId),
      createdAt: createdAt.toISOString(),
    })),
    pinned:
      row.pinnedAt === null
        ? null
        : { at: row.pinnedAt.toISOString(), by: row.pinnedById === null ? null : person(row.pinnedById) },
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
    edits: row.editedAt === null ? [] : await editsOf(row.id),
  };
}

/** A message's earlier versions, the oldest first. Read one by one, because a message can have a hundred. */
async function editsOf(messageId: bigint) {
  const rows = await db().messageEdit.findMany({
    where: { messageId },
    orderBy: { id: "asc" },
    select: { content: true, embeds: true, createdAt: true },
  });
  return rows.map(({ content, embeds, createdAt }) => ({
    content,
    embeds: embeds ?? [],
    until: createdAt.toISOString(),
  }));
}
