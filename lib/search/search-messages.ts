import { namesFor } from "@/lib/channels/names-for";
import { Prisma } from "@/lib/db/generated/client";
import { heavyRead, type ReadingClient } from "@/lib/db/heavy-read";
import { AppError } from "@/lib/errors";
import { messageSelect, toDtos } from "@/lib/messages/to-dto";
import { catchUp } from "@/lib/search/catch-up";
import { foldTerms, indexQuery, inOrder, passesFilters, scopeOf } from "@/lib/search/conditions";
import type { SearchPageDto } from "@/lib/search/dto";
import { findIds } from "@/lib/search/find-ids";
import { startIndexer } from "@/lib/search/index-messages";
import { parseQuery, type SearchQuery } from "@/lib/search/parse-query";
import type { SessionUser } from "@/lib/users/find-session-user";

const PAGE = 20;

/** What to search for: the query as typed, and optionally only messages before an id. */
type Search = { text: string; timeZone: string; before?: bigint | undefined; limit?: number | undefined };

const NOTHING: SearchPageDto = { results: [], more: false, terms: [] };

/**
 * The latest messages that the user may read and that match the query, including replies and everything posted so far,
 * unless the index has a long backlog (see `catchUp`). Throws `invalid` for a query that can't be parsed,
 * `rate_limited` if the user runs too many searches, and `unavailable` if it takes too long or `signal` aborts.
 */
export async function searchMessages(user: SessionUser, search: Search, signal?: AbortSignal): Promise<SearchPageDto> {
  const parsed = parseQuery(search.text.replaceAll("\0", "").toWellFormed(), search.timeZone);
  if (!parsed.ok) throw new AppError("invalid", parsed.error);
  return heavyRead(user.id, (client) => find(client, { user, query: parsed.query, search, signal }), signal);
}

type Find = { user: SessionUser; query: SearchQuery; search: Search; signal: AbortSignal | undefined };

async function find(client: ReadingClient, { user, query, search, signal }: Find): Promise<SearchPageDto> {
  const words = await foldTerms(client, query.terms);
  const filters = passesFilters(user, query);
  // Only punctuation finds nothing; without any condition it would match every message.
  if (words.length === 0 && filters.length === 0 && query.in.length === 0) return NOTHING;
  const { condition, channelIds } = await scopeOf(user, query.in);
  const limit = search.limit ?? PAGE;
  const conditions = [Prisma.sql`m.deleted_at IS NULL`, condition, ...inOrder(words), ...filters];
  // A message's words and names are known once it's indexed.
  if (words.length > 0 || query.from.length > 0) {
    startIndexer();
    await catchUp();
  }
  const criteria = { words: indexQuery(words), channelIds, conditions, before: search.before, limit: limit + 1 };
  const ids = await findIds(client, criteria, signal);
  const rows = await client.message.findMany({
    where: { id: { in: ids.slice(0, limit) }, deletedAt: null },
    orderBy: { id: "desc" },
    select: { ...messageSelect, channel: { select: { id: true, name: true, kind: true } } },
  });
  const channels = rows.map(({ channel }) => channel);
  const [messages, naming] = await Promise.all([toDtos(rows), namesFor(user, channels)]);
  const results = messages.flatMap((message, index) => {
    const channel = channels[index];
    return channel
      ? [{ message, channel: { id: `${channel.id}`, name: naming(channel).name, kind: channel.kind } }]
      : [];
  });
  return { results, more: ids.length > limit, terms: words.map((each) => each.words.join(" ")) };
}
