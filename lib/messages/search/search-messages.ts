import { Prisma } from "@/lib/db/generated/client";
import { heavyRead, type ReadingClient } from "@/lib/db/heavy-read";
import { keepUp } from "@/lib/events/keep-up";
import { messagesInChannels } from "@/lib/messages/read/queries";
import { passesFilters, scopeOf } from "@/lib/messages/search/conditions";
import { BEST, type SearchCountDto, type SearchPageDto, type SearchSort } from "@/lib/messages/search/dto";
import { findIds } from "@/lib/messages/search/find-ids";
import { catchUp, indexJob } from "@/lib/messages/search/index-messages";
import { parseQuery, type SearchQuery } from "@/lib/messages/search/parse-query";
import { isReindexing } from "@/lib/messages/search/reindex";
import { relevanceOf } from "@/lib/messages/search/relevance";
import { foldTerms, inARow, inOrder, type Phrase } from "@/lib/messages/search/terms";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError } from "@/lib/text/errors";
import { page } from "@/lib/text/page";

const PAGE = 20;

/** What to search for: the query as typed, the order, and optionally only messages before an id. */
type Search = {
  text: string;
  timeZone: string;
  sort?: SearchSort | undefined;
  before?: bigint | undefined;
  limit?: number | undefined;
};

// The most messages that are counted, and the latest matches among which the best are chosen.
const MOST = 1_000;

/**
 * The latest or the best matching messages that the user may read, including replies and everything posted so far,
 * unless the index has a long backlog (see `catchUp`). Throws `invalid` for a query that can't be parsed,
 * `rate_limited` if the user runs too many searches, and `unavailable` if it takes too long or `signal` aborts.
 */
export async function searchMessages(user: SessionUser, search: Search, signal?: AbortSignal): Promise<SearchPageDto> {
  const query = parsedOrThrow(search);
  return heavyRead(user.id, (client) => find(client, { user, query, search, signal }), signal);
}

/** Returns how many messages a search finds, up to 1,000. Throws the same. */
export async function countMessages(
  user: SessionUser,
  search: Pick<Search, "text" | "timeZone">,
  signal?: AbortSignal,
): Promise<SearchCountDto> {
  const query = parsedOrThrow(search);
  return heavyRead(
    user.id,
    async (client) => {
      const { ids } = await idsOf(client, { user, query, signal, before: undefined, limit: MOST + 1 });
      return { count: Math.min(ids.length, MOST), more: ids.length > MOST };
    },
    signal,
  );
}

function parsedOrThrow({ text, timeZone }: Pick<Search, "text" | "timeZone">): SearchQuery {
  const parsed = parseQuery(text.replaceAll("\0", "").toWellFormed(), timeZone);
  if (!parsed.ok) throw new AppError("invalid", parsed.error);
  return parsed.query;
}

type SearchRequest = {
  user: SessionUser;
  query: SearchQuery;
  signal: AbortSignal | undefined;
  before: bigint | undefined;
  limit: number;
};

/** Returns the ids of the latest matches, and the words that they were found by. */
async function idsOf(client: ReadingClient, { user, query, signal, before, limit }: SearchRequest) {
  const { phrases, earlier } = await foldTerms(client, query.terms);
  const filters = passesFilters(user, query);
  // Only separators find nothing; without any condition they would match every message.
  if (phrases.length === 0 && filters.length === 0 && query.in.length === 0) return { phrases, ids: [] };
  const { condition, channelIds } = await scopeOf(user, query.in);
  const conditions = [Prisma.sql`m.deleted_at IS NULL`, condition, ...filters];
  // A message's words and names are known once it's indexed.
  if (phrases.length > 0 || query.from.length > 0) {
    keepUp(indexJob);
    await catchUp();
  }
  const findBy = (words: readonly Phrase[], inMessage: readonly Prisma.Sql[]) =>
    findIds(
      client,
      { words: words.flat(), channelIds, conditions: [...conditions, ...inMessage], before, limit },
      signal,
    );
  const ids = await findBy(phrases, inOrder(phrases));
  // Until all messages are indexed by the current rule, the others are found by the words that they had under the one before.
  if (!earlier?.length || !(await isReindexing(client))) return { phrases, ids };
  const others = await findBy(earlier, phrases.map(inARow));
  return { phrases, ids: [...new Set([...ids, ...others])].sort((a, b) => (a < b ? 1 : -1)).slice(0, limit) };
}

type Find = { user: SessionUser; query: SearchQuery; search: Search; signal: AbortSignal | undefined };

async function find(client: ReadingClient, { user, query, search, signal }: Find): Promise<SearchPageDto> {
  const byRelevance = search.sort === "relevance";
  const most = byRelevance ? BEST : (search.limit ?? PAGE);
  const before = byRelevance ? undefined : search.before;
  const asked = { user, query, signal, before, limit: byRelevance ? MOST : most + 1 };
  const { phrases, ids } = await idsOf(client, asked);
  const terms = phrases.map((phrase) => phrase.map(({ text }) => text).join(" "));
  const order = byRelevance ? after(search.before, (await bestFirst(client, ids, terms)).slice(0, BEST)) : ids;
  const { items: results, next } = await page(order, {
    most,
    cursorOf: (id) => `${id}`,
    toItems: async (some) => {
      const found = await messagesInChannels(user, some, client);
      return some.map((id) => {
        const each = found.get(`${id}`);
        // It may have been deleted between the two reads.
        return each && !each.message.deleted ? each : null;
      });
    },
  });
  return { results, more: next !== null, terms };
}

/** Returns the ids that follow `last`, all of them without it. The next page ranks anew, so `last` may have moved. */
function after(last: bigint | undefined, ids: readonly bigint[]): readonly bigint[] {
  return last === undefined ? ids : ids.slice(ids.indexOf(last) + 1);
}

/** Returns the ids of these messages, those first that match the terms best. */
async function bestFirst(client: ReadingClient, ids: readonly bigint[], terms: readonly string[]): Promise<bigint[]> {
  const rows = await client.$queryRaw<{ id: bigint; at: Date; said: string }[]>`
    SELECT id, created_at AS at, left(parley_search_text(content, embeds), ${MOST_READ}) AS said
    FROM messages WHERE id = ANY(${[...ids]}::bigint[])`;
  const now = Date.now();
  const scored = rows.map(({ id, at, said }) => ({ id, score: relevanceOf(said, terms, now - at.getTime()) }));
  return scored.sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
}

// A message can have 70 kB. Its title and beginning say what it's about.
const MOST_READ = 2_000;
