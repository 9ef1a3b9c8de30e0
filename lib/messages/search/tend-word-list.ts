import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { onOneInstance, tryLock } from "@/lib/db/one-instance";
import type { Transaction } from "@/lib/db/transaction";
import { listWords } from "@/lib/messages/search/word-list";
import { MINUTE_MS, type TimedJob } from "@/lib/process/repeat";

// Why: docs/decisions/search.md

const EVERY_MS = 10 * MINUTE_MS;
// A batch of messages ends with the one that reaches so many words, because messages range from one word to thousands.
const MESSAGES = 500;
const WORDS_OF_MESSAGES = 20_000;
const WORDS = 1_000;
// How many batches of words are checked in each run: a million words take about three hours.
const CHECKS = 50;
const PATIENCE = { maxWait: 2_000, timeout: 20_000 };

/** Lists the words of messages that were indexed by earlier versions, and drops words that no message has anymore. */
export const wordListJob: TimedJob = {
  name: "search-words",
  label: "Update the list of words for search",
  every: EVERY_MS,
  work: tendWordList,
  failure: "couldn't update the list of words for search",
};

/** Does so once, unless another instance does. Ends early once `goOn` returns false; the next run goes on from there. */
export async function tendWordList(goOn: () => boolean = () => true): Promise<void> {
  await onOneInstance("parley_search_words", async () => {
    await db().searchWordsProgress.createMany({ data: { listedTo: 0n, checkedTo: "" }, skipDuplicates: true });
    while (goOn() && (await rested(listOlder))) {}
    for (let batch = 0; batch < CHECKS && goOn() && (await rested(dropUnused)); batch += 1) {}
  });
}

/** Rests as long as it worked, which leaves the database to others half of the time. */
async function rested(work: () => Promise<boolean>): Promise<boolean> {
  const began = performance.now();
  const more = await work();
  await sleep(performance.now() - began);
  return more;
}

/** Lists the words of the next messages that were indexed before there was a list. Returns false when all are. */
async function listOlder(): Promise<boolean> {
  const [row] = await db().$queryRaw<{ listed: number }[]>`
    WITH older AS MATERIALIZED (
      SELECT message_id, document FROM (
        SELECT s.*, sum(length(s.document)) OVER (ORDER BY s.message_id) - length(s.document) AS words_before
        FROM search_words_progress p CROSS JOIN LATERAL (
          SELECT message_id, document FROM message_search WHERE message_id > p.listed_to ORDER BY message_id LIMIT ${MESSAGES}) s
      ) numbered WHERE words_before < ${WORDS_OF_MESSAGES}
    ),
    listed AS (${listWords(Prisma.sql`older`)}),
    noted AS (
      UPDATE search_words_progress SET listed_to = (SELECT max(message_id) FROM older) WHERE listed_to IS NOT NULL
    )
    SELECT count(*)::int AS listed FROM older`;
  return (row?.listed ?? 0) > 0;
}

/** Drops those of the next words that no message has. Returns false at the end of the list. */
async function dropUnused(): Promise<boolean> {
  const checked = await db().$transaction(async (tx) => {
    await planByIndex(tx);
    return tx.$queryRaw<{ word: string; unused: boolean }[]>`
      SELECT w.word, ${isUnused} AS unused FROM (
        SELECT word FROM search_words WHERE word > (SELECT checked_to FROM search_words_progress)
        ORDER BY word LIMIT ${WORDS}) w`;
  }, PATIENCE);
  const unused = checked.filter((each) => each.unused).map(({ word }) => word);
  if (unused.length > 0 && !(await drop(unused))) return true;
  const last = checked.length === WORDS ? checked.at(-1) : undefined;
  await db().searchWordsProgress.updateMany({ data: { checkedTo: last?.word ?? "" } });
  return last !== undefined;
}

/**
 * Drops those of these words that still no message has. Returns false while messages are being indexed: a word that the
 * indexer finds listed mustn't be dropped before its message is stored.
 */
async function drop(words: readonly string[]): Promise<boolean> {
  return db().$transaction(async (tx) => {
    if (!(await tryLock(tx, "parley_search"))) return false;
    await planByIndex(tx);
    await tx.$executeRaw`DELETE FROM search_words w WHERE w.word = ANY(${[...words]}::text[]) AND ${isUnused}`;
    return true;
  }, PATIENCE);
}

const isUnused = Prisma.sql`NOT EXISTS (SELECT FROM message_search s WHERE s.document @@ format('''%s''', w.word)::tsquery)`;

/** PostgreSQL would read messages one after the other, because it expects to soon find one that has the word. */
async function planByIndex(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
}
