import { db, readingTime } from "@/lib/db/client";
import { tookTooLong } from "@/lib/db/failures";
import { Prisma } from "@/lib/db/generated/client";
import type { ReadingClient } from "@/lib/db/heavy-read";
import type { Transaction } from "@/lib/db/transaction";
import { hasWords, type Word } from "@/lib/messages/search/terms";
import { conditionsFor, frequenciesOf } from "@/lib/messages/search/word-list";
import { noOneWaits } from "@/lib/process/in-turn";
import { AppError } from "@/lib/text/errors";

// How long the transaction may wait for a connection and take to end, besides its statements.
const PATIENCE_MS = 5_000;
// The number of latest messages to check before using the index. If `OFTEN` of them match, up to `FURTHER` are checked if
// enough should match among those: the index would return all that ever had a common word.
const LATEST = 1_000;
const OFTEN = 4;
const FURTHER = 100_000;
// How many pages are read to see how common words are: of short messages, they have about a thousand. Words on a quarter of
// them are in about one message in a hundred. Messages are counted by page, because those of one time are on the same pages.
const SAMPLE = 20;
const COMMON = 5;
// Of words that the latest messages have, up to this many hits are all looked up, which is fast wherever they are.
const FEW = 8_000;
// No message's id.
const MANY = 0n;

/**
 * What messages `m` must match: words, if there are any, and conditions; `before` is a message's id.
 * With `channelIds`, only these channels can match, and they have few messages.
 */
type Criteria = {
  words: readonly Word[];
  channelIds: bigint[] | null;
  conditions: Prisma.Sql[];
  before?: bigint | undefined;
  limit: number;
};

const ANY_WAY = {
  enable_seqscan: "on",
  enable_indexscan: "on",
  enable_bitmapscan: "on",
  enable_mergejoin: "on",
  plan_cache_mode: "auto",
};

// Left alone, PostgreSQL would go back in time and read every message that has the words, even with more selective
// conditions.
const WAYS = {
  "any way": ANY_WAY,
  "by words": { ...ANY_WAY, enable_seqscan: "off", enable_indexscan: "off" },
  "back in time": {
    ...ANY_WAY,
    enable_seqscan: "off",
    enable_bitmapscan: "off",
    enable_mergejoin: "off",
    plan_cache_mode: "force_custom_plan",
  },
};

/** A transaction, and the time by which its statements must end. */
type Search = { tx: Transaction; due: number };

/**
 * The ids of the latest matching messages, latest first. Throws `unavailable` if it takes longer than `readingTime`, so
 * that a search can't block the database. Once `signal` aborts, the database stops too.
 */
export async function findIds(client: ReadingClient, criteria: Criteria, signal?: AbortSignal): Promise<bigint[]> {
  const milliseconds = readingTime();
  try {
    return await client.$transaction(
      async (tx) => {
        const search = { tx, due: Date.now() + milliseconds };
        const pid = await prepare(search, "any way");
        return untilAborted(pid, signal, () =>
          criteria.words.length === 0 ? byConditions(search, criteria) : byWords(search, criteria),
        );
      },
      { maxWait: PATIENCE_MS, timeout: milliseconds + PATIENCE_MS },
    );
  } catch (error) {
    if (signal?.aborted) throw noOneWaits();
    if (!tookTooLong(error)) throw error;
    throw new AppError(
      "unavailable",
      "Your search took too long. Add a word, or narrow it with in:, from: or after:.",
      { retryAfter: 5, cause: error },
    );
  }
}

/**
 * Cancels the backend's current statement on abort. Waits until that has reached the backend before the connection is
 * released.
 */
async function untilAborted<T>(pid: number, signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
  if (!signal) return run();
  let cancelling: Promise<unknown> | null = null;
  const cancel = () => {
    cancelling = db().$queryRaw`SELECT pg_cancel_backend(${pid}::int)`.catch(() => undefined);
  };
  signal.addEventListener("abort", cancel);
  try {
    if (signal.aborted) throw noOneWaits();
    return await run();
  } finally {
    signal.removeEventListener("abort", cancel);
    await cancelling;
  }
}

async function byConditions(search: Search, { conditions, before, limit }: Criteria): Promise<bigint[]> {
  const earlier = before === undefined ? [] : [Prisma.sql`m.id < ${before}`];
  return ids(
    search.tx,
    Prisma.sql`SELECT m.id FROM messages m WHERE ${all([...conditions, ...earlier])} ORDER BY m.id DESC LIMIT ${limit}`,
  );
}

// Reads all messages of a few small channels; the index would return every other channel's, too.
async function amongFew(
  search: Search,
  { channelIds, conditions, limit }: Criteria,
  hits: Prisma.Sql[],
): Promise<bigint[]> {
  return ids(
    search.tx,
    Prisma.sql`
      WITH near AS MATERIALIZED (SELECT x.id FROM messages x WHERE x.channel_id = ANY(${channelIds}::bigint[]))
      SELECT m.id FROM near JOIN message_search s ON s.message_id = near.id JOIN messages m ON m.id = near.id
      WHERE ${all([...hits, ...conditions])} ORDER BY m.id DESC LIMIT ${limit}`,
  );
}

// For common words, scan newest first; for rare ones, and those that only older messages have, ask the index. Counting
// decides: PostgreSQL's estimate doesn't help, because it assumes that words occur independently of each other.
async function byWords(search: Search, criteria: Criteria): Promise<bigint[]> {
  const { words, channelIds, conditions, before, limit } = criteria;
  const earlier = before === undefined ? [] : [Prisma.sql`s.message_id < ${before}`];
  const hits = [hasWords(words), ...earlier];
  if (channelIds !== null) return amongFew(search, criteria, hits);
  const amongLatest = (count: number) =>
    ids(
      search.tx,
      Prisma.sql`
        SELECT m.id FROM (
          SELECT * FROM message_search s WHERE ${all([Prisma.sql`true`, ...earlier])} ORDER BY s.message_id DESC LIMIT ${count}) s
        JOIN messages m ON m.id = s.message_id WHERE ${all([...hits, ...conditions])}
        ORDER BY s.message_id DESC LIMIT ${limit}`,
    );
  let latest = await amongLatest(LATEST);
  if (latest.length === limit) return latest;
  // How far back enough of them should be, if they're as frequent there.
  const distance = (LATEST * limit) / latest.length;
  if (latest.length >= OFTEN && distance <= FURTHER) {
    await prepare(search, "back in time");
    latest = await amongLatest(Math.min(FURTHER, Math.ceil(2 * distance)));
    if (latest.length === limit) return latest;
  }
  const backInTime = async () => {
    await prepare(search, "back in time");
    return ids(
      search.tx,
      Prisma.sql`
        SELECT m.id FROM message_search s JOIN messages m ON m.id = s.message_id
        WHERE ${all([...hits, ...conditions])} ORDER BY m.id DESC LIMIT ${limit}`,
    );
  };
  await prepare(search, "any way");
  const among = await sampled(search.tx, words);
  if (among.pages >= COMMON) return backInTime();
  const frequencies = await frequenciesOf(search.tx, words);
  await prepare(search, "by words");
  const found = Prisma.sql`message_search s WHERE ${all([...(await conditionsFor(search.tx, words, frequencies)), ...earlier])}`;
  await prepare(search, "by words");
  // Null is no limit.
  const most = among.latest > 0 ? FEW : null;
  // Sorted before their messages are read, so that only as many of those are read as are wanted.
  const known = await ids(
    search.tx,
    Prisma.sql`
      WITH found AS MATERIALIZED (SELECT s.message_id AS id FROM ${found} LIMIT ${most}::int + 1),
      counted AS MATERIALIZED (SELECT coalesce(count(*) > ${most}::int, false) AS are_many FROM found)
      (SELECT ${MANY} AS id FROM counted WHERE are_many)
      UNION ALL
      (SELECT m.id FROM (SELECT id FROM found WHERE NOT (SELECT are_many FROM counted) ORDER BY 1 DESC OFFSET 0) s
        JOIN messages m ON m.id = s.id WHERE ${all(conditions)} ORDER BY s.id DESC LIMIT ${limit})`,
  );
  if (known[0] === MANY) return backInTime();
  // Among the latest messages, words were found that the list of words doesn't have or has cut off.
  return [...new Set([...latest, ...known])].sort((a, b) => (a < b ? 1 : -1)).slice(0, limit);
}

/**
 * Returns how many of the latest messages, and on how many of some pages of all, evenly apart, messages have all of these words.
 * TABLESAMPLE would go through the numbers of all pages to choose those.
 */
async function sampled(tx: Transaction, words: readonly Word[]): Promise<{ latest: number; pages: number }> {
  const tid = (page: Prisma.Sql) => Prisma.sql`format('(%s,0)', ${page})::tid`;
  const [counts] = await tx.$queryRaw<[{ latest: number; pages: number }]>`
    SELECT (
      SELECT count(*)::int FROM (SELECT * FROM message_search ORDER BY message_id DESC LIMIT ${LATEST}) s
      WHERE ${hasWords(words)}) AS latest, (
      SELECT count(*)::int FROM (
        SELECT DISTINCT place * (pg_relation_size('message_search') / current_setting('block_size')::int) / ${SAMPLE}::int AS page
        FROM generate_series(0, ${SAMPLE}::int - 1) AS place) p
      WHERE EXISTS (
        SELECT FROM message_search s
        WHERE s.ctid >= ${tid(Prisma.sql`page`)} AND s.ctid < ${tid(Prisma.sql`page + 1`)} AND ${hasWords(words)} OFFSET 0)) AS pages`;
  return counts;
}

/**
 * Limits the next statement to the time that is left, and sets its query plan. Returns the process id of the backend
 * that runs it.
 */
async function prepare({ tx, due }: Search, way: keyof typeof WAYS): Promise<number> {
  const timeout = Prisma.sql`set_config('statement_timeout', ${`${Math.max(1, due - Date.now())}`}, true)`;
  const settings = Object.entries(WAYS[way]).map(([name, value]) => Prisma.sql`set_config(${name}, ${value}, true)`);
  const [backend] = await tx.$queryRaw<{ pid: number }[]>`
    SELECT pg_backend_pid() AS pid, ARRAY[${Prisma.join([timeout, ...settings])}]`;
  if (!backend) throw new Error("The database didn't return its process id.");
  return backend.pid;
}

async function ids(tx: Transaction, statement: Prisma.Sql): Promise<bigint[]> {
  return (await tx.$queryRaw<{ id: bigint }[]>(statement)).map(({ id }) => id);
}

function all(conditions: readonly Prisma.Sql[]): Prisma.Sql {
  return Prisma.join([...conditions], " AND ");
}
