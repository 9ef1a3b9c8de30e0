import type { z } from "zod";
import { mayRead } from "@/lib/channels/access";
import type { BrowseChannelDto, BrowseCountsDto, BrowsePageDto, ChannelNameDto } from "@/lib/channels/dto";
import type { browseSchema } from "@/lib/channels/schema";
import { db } from "@/lib/db/client";
import { nameOrder, sortedByName, textHolds } from "@/lib/db/fold-name";
import { Prisma } from "@/lib/db/generated/client";
import { heavyRead } from "@/lib/db/heavy-read";
import type { SessionUser } from "@/lib/people/find-session-user";
import { IN_FLOW } from "@/lib/people/notifications/who-is-notified";
import { cursorText } from "@/lib/text/cursor";
import { page } from "@/lib/text/page";

const PAGE = 100;

/** The words to look for in names and topics, whether to show joined channels, and where the previous page ended. */
export type BrowseFilter = Partial<z.output<typeof browseSchema>>;

type Row = Omit<BrowseChannelDto, "id" | "memberCount" | "lastMessageAt"> & {
  id: bigint;
  key: string;
  memberCount: bigint;
  lastMessageAt: Date | null;
};

/**
 * A page of the channels that match the filter, among all public ones and the user's private ones: open ones first,
 * then by name.
 */
export async function browseChannels(user: SessionUser, filter: BrowseFilter = {}): Promise<BrowsePageDto> {
  const { after } = filter;
  const behind = after ? Prisma.sql`WHERE (key, id) > (${after.key}::text COLLATE "C", ${after.id})` : Prisma.empty;
  const rows = await heavyRead(
    user.id,
    (client) => client.$queryRaw<Row[]>`
      SELECT c.id, c.key, c.name, c.topic, c.kind::text, c.joined, c.archived_at IS NOT NULL AS archived,
        (SELECT count(*) FROM memberships p WHERE p.channel_id = c.id) AS "memberCount",
        (SELECT x.created_at FROM messages x WHERE x.channel_id = c.id AND ${IN_FLOW} AND x.event IS NULL
          ORDER BY x.seq DESC LIMIT 1) AS "lastMessageAt"
      FROM (
        SELECT * FROM (
          SELECT c.*, (CASE WHEN c.archived_at IS NULL THEN '0' ELSE '1' END || ${NAME_KEY}) COLLATE "C" AS key FROM (${visibleTo(user)}) c
          WHERE ${passes(filter)} AND ${isShown(filter)}
        ) c ${behind} ORDER BY key, id LIMIT ${PAGE + 1}
      ) c ORDER BY key, id`,
  );
  return page(rows, { most: PAGE, cursorOf: cursorText, toItems: (some) => some.map(toDto) });
}

function toDto({ id, key: _, memberCount, lastMessageAt, ...row }: Row): BrowseChannelDto {
  return {
    ...row,
    id: `${id}`,
    memberCount: Number(memberCount),
    lastMessageAt: lastMessageAt?.toISOString() ?? null,
  };
}

/** How many channels the user can browse in all, and how many match the search. */
export async function countChannels(user: SessionUser, filter: BrowseFilter): Promise<BrowseCountsDto> {
  const [counts] = await heavyRead(
    user.id,
    (client) => client.$queryRaw<Omit<BrowseCountsDto, "others">[]>`
      SELECT count(*)::int AS everywhere, count(*) FILTER (WHERE ${passes(filter)})::int AS "all",
        count(*) FILTER (WHERE c.joined AND ${passes(filter)})::int AS joined
      FROM (${visibleTo(user)}) c`,
  );
  if (!counts) throw new Error("Nothing was counted.");
  return { ...counts, others: counts.all - counts.joined };
}

const NAME_KEY = nameOrder(Prisma.sql`c.name`);

function visibleTo(user: SessionUser): Prisma.Sql {
  return Prisma.sql`
    SELECT c.*, m.user_id IS NOT NULL AS joined FROM channels c
    LEFT JOIN memberships m ON m.channel_id = c.id AND m.user_id = ${user.id}
    WHERE c.kind <> 'direct' AND ${mayRead(Prisma.sql`${user.id}`)}`;
}

/** The SQL condition for whether the filter shows the channel `c`, by whether the user has joined it. */
function isShown({ show = "all" }: BrowseFilter): Prisma.Sql {
  return { all: Prisma.sql`true`, joined: Prisma.sql`c.joined`, others: Prisma.sql`NOT c.joined` }[show];
}

/** The SQL condition for whether the channel `c` matches the search. */
function passes({ q = "" }: BrowseFilter): Prisma.Sql {
  return q.trim() === "" ? Prisma.sql`true` : textHolds(Prisma.sql`concat_ws(' ', '#' || c.name, c.topic)`, q);
}

// A longer list would only slow the palette down; the page of all channels has the rest.
const MOST = 500;

/** The open public channels that the user hasn't joined, by name. */
export async function joinableChannels(user: SessionUser): Promise<ChannelNameDto[]> {
  const rows = await db().channel.findMany({
    where: { kind: "public", archivedAt: null, memberships: { none: { userId: user.id } } },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    select: { id: true, name: true, kind: true },
    take: MOST,
  });
  return sortedByName(rows.map((row) => ({ ...row, id: `${row.id}` })));
}
