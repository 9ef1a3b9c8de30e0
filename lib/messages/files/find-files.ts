import { mayRead } from "@/lib/channels/access";
import { namesFor } from "@/lib/channels/names-for";
import { Prisma } from "@/lib/db/generated/client";
import { heavyRead, type ReadingClient } from "@/lib/db/heavy-read";
import { type FileKind, TEXT_NAME } from "@/lib/files/uploads/dto";
import type { FileFilter } from "@/lib/files/uploads/schema";
import type { FoundFileDto, FoundFilesDto } from "@/lib/messages/files/dto";
import { fileSelect, toFileDto } from "@/lib/messages/files/queries";
import type { SessionUser } from "@/lib/people/find-session-user";
import { foldText } from "@/lib/text/fold-text";
import { page } from "@/lib/text/page";

const PAGE = 40;

const IS_TEXT = Prisma.sql`(a.content_type = 'application/octet-stream' AND a.name ~* ${TEXT_NAME.source})`;
const IS: Record<FileKind, Prisma.Sql> = {
  image: Prisma.sql`a.content_type LIKE 'image/%'`,
  video: Prisma.sql`a.content_type LIKE 'video/%'`,
  audio: Prisma.sql`a.content_type LIKE 'audio/%'`,
  pdf: Prisma.sql`(a.content_type = 'application/pdf' OR a.name ILIKE '%.pdf')`,
  text: IS_TEXT,
  other: Prisma.sql`(a.content_type = 'application/octet-stream' AND a.name NOT ILIKE '%.pdf' AND NOT ${IS_TEXT})`,
};

/**
 * Returns a page of the files in all channels that the user may read, the latest first. `q` is part of a file's name or
 * of the name of who posted it. Throws like `heavyRead`.
 */
export async function findFiles(user: SessionUser, filter: FileFilter, signal?: AbortSignal): Promise<FoundFilesDto> {
  const { kind, channel, q = "", before } = filter;
  const part = foldText(q);
  const conditions = [
    Prisma.sql`m.deleted_at IS NULL AND ${mayRead(Prisma.sql`${user.id}`)}`,
    ...(kind ? [IS[kind]] : []),
    ...(channel === undefined ? [] : [Prisma.sql`a.channel_id = ${channel}`]),
    ...(q === ""
      ? []
      : [
          Prisma.sql`(position(${part} IN parley_fold(a.name)) > 0 OR position(${part} IN parley_fold(coalesce(u.name, m.author_name))) > 0)`,
        ]),
    ...(before === undefined ? [] : [Prisma.sql`a.id < ${before}`]),
  ];
  return heavyRead(
    user.id,
    async (client) => {
      const ids = await client.$queryRaw<{ id: bigint }[]>`
        SELECT a.id FROM attachments a JOIN messages m ON m.id = a.message_id JOIN channels c ON c.id = a.channel_id
        LEFT JOIN users u ON u.id = m.user_id
        WHERE ${Prisma.join(conditions, " AND ")} ORDER BY a.id DESC LIMIT ${PAGE + 1}`;
      const toItems = (some: readonly { id: bigint }[]) => filesIn(client, user, some);
      return page(ids, { most: PAGE, cursorOf: ({ id }) => `${id}`, toItems });
    },
    signal,
  );
}

async function filesIn(
  client: ReadingClient,
  user: SessionUser,
  ids: readonly { id: bigint }[],
): Promise<(FoundFileDto | null)[]> {
  const rows = await client.attachment.findMany({
    where: { id: { in: ids.map(({ id }) => id) } },
    select: { ...fileSelect, channel: { select: { id: true, name: true, kind: true } } },
  });
  const nameOf = await namesFor(
    user,
    rows.map((row) => row.channel),
  );
  const files = new Map(rows.map((row) => [row.id, row]));
  return ids.map(({ id }) => {
    const found = files.get(id);
    // It may have been deleted between the two reads.
    if (!found) return null;
    const { channel, ...file } = found;
    return { ...toFileDto(file), channel: { id: `${channel.id}`, name: nameOf(channel).name, kind: channel.kind } };
  });
}
