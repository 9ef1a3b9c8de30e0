import { mayRead } from "@/lib/channels/access";
import { namesFor } from "@/lib/channels/names-for";
import { Prisma } from "@/lib/db/generated/client";
import { heavyRead } from "@/lib/db/heavy-read";
import { type FileKind, type FoundFilesDto, TEXT_NAME } from "@/lib/uploads/dto";
import { fileSelect, toFileDto } from "@/lib/uploads/queries";
import type { FileFilter } from "@/lib/uploads/schema";
import type { SessionUser } from "@/lib/users/find-session-user";

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
  const part = `%${q.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const conditions = [
    Prisma.sql`m.deleted_at IS NULL AND ${mayRead(Prisma.sql`${user.id}`)}`,
    ...(kind ? [IS[kind]] : []),
    ...(channel === undefined ? [] : [Prisma.sql`a.channel_id = ${channel}`]),
    ...(q === "" ? [] : [Prisma.sql`(a.name ILIKE ${part} OR coalesce(u.name, m.author_name) ILIKE ${part})`]),
    ...(before === undefined ? [] : [Prisma.sql`a.id < ${before}`]),
  ];
  return heavyRead(
    user.id,
    async (client) => {
      const ids = await client.$queryRaw<{ id: bigint }[]>`
        SELECT a.id FROM attachments a JOIN messages m ON m.id = a.message_id JOIN channels c ON c.id = a.channel_id
        LEFT JOIN users u ON u.id = m.user_id
        WHERE ${Prisma.join(conditions, " AND ")} ORDER BY a.id DESC LIMIT ${PAGE + 1}`;
      const rows = await client.attachment.findMany({
        where: { id: { in: ids.slice(0, PAGE).map(({ id }) => id) } },
        orderBy: { id: "desc" },
        select: { ...fileSelect, channel: { select: { id: true, name: true, kind: true } } },
      });
      const nameOf = await namesFor(
        user,
        rows.map((row) => row.channel),
      );
      const items = rows.map(({ channel: of, ...file }) => ({
        ...toFileDto(file),
        channel: { id: `${of.id}`, name: nameOf(of).name, kind: of.kind },
      }));
      return { items, next: ids.length > PAGE ? (items.at(-1)?.id ?? null) : null };
    },
    signal,
  );
}
