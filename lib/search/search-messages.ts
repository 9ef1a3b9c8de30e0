import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { messageSelect, toDtos } from "@/lib/messages/to-dto";
import type { SearchPageDto } from "@/lib/search/dto";
import { passesFilters } from "@/lib/search/filter-conditions";
import { parseQuery } from "@/lib/search/parse-query";
import { searchableChannels } from "@/lib/search/searchable-channels";
import { tookTooLong } from "@/lib/search/took-too-long";
import { foldTerms, hasWords } from "@/lib/search/word-conditions";
import type { SessionUser } from "@/lib/users/find-session-user";

const PAGE = 20;
const MOST_MILLISECONDS = 3_000;

/** What to search for: the query as it was typed, and of what it finds the part before a message's id. */
type Search = { text: string; timeZone: string; before?: bigint | undefined; limit?: number | undefined };

const NOTHING: SearchPageDto = { results: [], more: false, terms: [] };

/**
 * The latest messages that this person may read and that the query finds, replies in threads included. Throws `invalid` with a
 * sentence about a query that can't be understood, and `unavailable` when it takes the database too long.
 */
export async function searchMessages(user: SessionUser, search: Search): Promise<SearchPageDto> {
  const parsed = parseQuery(search.text.replaceAll("\0", "").toWellFormed(), search.timeZone);
  if (!parsed.ok) throw new AppError("invalid", parsed.error);
  const words = await foldTerms(parsed.query.terms);
  const filters = passesFilters(user, parsed.query);
  // Signs alone are in no message's words, and nothing at all would find everything.
  if (words.length === 0 && filters.length === 0 && parsed.query.in.length === 0) return NOTHING;
  const channels = await searchableChannels(user, parsed.query.in);
  const limit = search.limit ?? PAGE;
  const conditions = [
    Prisma.sql`m.deleted_at IS NULL`,
    Prisma.sql`m.channel_id = ANY(${[...channels.keys()]}::bigint[])`,
    ...(search.before === undefined ? [] : [Prisma.sql`m.id < ${search.before}`]),
    ...hasWords(words),
    ...filters,
  ];
  const ids = await findIds(Prisma.sql`
    SELECT m.id FROM messages m WHERE ${Prisma.join(conditions, " AND ")} ORDER BY m.id DESC LIMIT ${limit + 1}`);
  const rows = await db().message.findMany({
    where: { id: { in: ids.slice(0, limit) }, deletedAt: null },
    orderBy: { id: "desc" },
    select: messageSelect,
  });
  const results = (await toDtos(rows)).flatMap((message) => {
    const channel = channels.get(BigInt(message.channelId));
    return channel ? [{ message, channel }] : [];
  });
  return { results, more: ids.length > limit, terms: words.map((each) => each.words.join(" ")) };
}

/** The ids that the statement finds, which must not take the database away from everybody else. */
async function findIds(statement: Prisma.Sql): Promise<bigint[]> {
  try {
    const [, rows] = await db().$transaction([
      db()
        .$queryRaw`SELECT set_config('statement_timeout', ${`${MOST_MILLISECONDS}`}, true), set_config('jit', 'off', true)`,
      db().$queryRaw<{ id: bigint }[]>(statement),
    ]);
    return rows.map(({ id }) => id);
  } catch (error) {
    if (!tookTooLong(error)) throw error;
    throw new AppError(
      "unavailable",
      "Search took too long. Add a word, or narrow it with in: or from:, or with after: and a day.",
      { retryAfter: 5, cause: error },
    );
  }
}
