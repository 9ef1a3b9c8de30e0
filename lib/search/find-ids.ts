import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/errors";
import { tookTooLong } from "@/lib/search/took-too-long";

const MOST_MILLISECONDS = 3_000;
const PATIENCE = { maxWait: 5_000, timeout: 10_000 };
// So many are read and sorted in no time.
const FEW = 2_000;

/** What messages `m` must meet: words as a tsquery, if there are any, and conditions; `before` is a message's id. */
type Wanted = { words: string | null; conditions: Prisma.Sql[]; before?: bigint | undefined; limit: number };

/**
 * The ids of the latest messages that meet it all, latest first. Throws `unavailable` with a sentence when it takes the database
 * too long: a search must not take it away from everybody else.
 */
export async function findIds(wanted: Wanted): Promise<bigint[]> {
  const { words } = wanted;
  try {
    return await db().$transaction(
      async (tx) => (words === null ? byConditions(tx, wanted) : byWords(tx, wanted, words)),
      PATIENCE,
    );
  } catch (error) {
    if (!tookTooLong(error)) throw error;
    throw new AppError(
      "unavailable",
      "Search took too long. Add a word, or narrow it with in: or from:, or with after: and a day.",
      { retryAfter: 5, cause: error },
    );
  }
}

async function byConditions(tx: Transaction, { conditions, before, limit }: Wanted): Promise<bigint[]> {
  await prepare(tx, "any way");
  const earlier = before === undefined ? [] : [Prisma.sql`m.id < ${before}`];
  return ids(
    tx,
    Prisma.sql`SELECT m.id FROM messages m WHERE ${all([...conditions, ...earlier])} ORDER BY m.id DESC LIMIT ${limit}`,
  );
}

// How many messages have the words decides the way: few are read and sorted, and of many the latest are met soon on the way back
// in time. PostgreSQL's guess is no help: it takes words that never stand together for ones that sometimes do.
async function byWords(tx: Transaction, { conditions, before, limit }: Wanted, words: string): Promise<bigint[]> {
  const hits = [
    Prisma.sql`s.document @@ ${words}::tsquery`,
    ...(before === undefined ? [] : [Prisma.sql`s.message_id < ${before}`]),
  ];
  await prepare(tx, "by words");
  const some = await ids(
    tx,
    Prisma.sql`SELECT s.message_id AS id FROM message_search s WHERE ${all(hits)} LIMIT ${FEW + 1}`,
  );
  if (some.length === 0) return [];
  await prepare(tx, "any way");
  const found =
    some.length > FEW
      ? Prisma.sql`message_search s JOIN messages m ON m.id = s.message_id WHERE ${all([...hits, ...conditions])}`
      : Prisma.sql`unnest(${some}::bigint[]) AS s(message_id) JOIN messages m ON m.id = s.message_id WHERE ${all(conditions)}`;
  return ids(tx, Prisma.sql`SELECT m.id FROM ${found} ORDER BY s.message_id DESC LIMIT ${limit}`);
}

/** Limits the next statement's time, and says whether it must go by the words' index. */
async function prepare(tx: Transaction, way: "any way" | "by words"): Promise<void> {
  const others = way === "any way" ? "on" : "off";
  await tx.$queryRaw`
    SELECT set_config('statement_timeout', ${`${MOST_MILLISECONDS}`}, true), set_config('jit', 'off', true),
      set_config('enable_seqscan', ${others}, true), set_config('enable_indexscan', ${others}, true)`;
}

async function ids(tx: Transaction, statement: Prisma.Sql): Promise<bigint[]> {
  return (await tx.$queryRaw<{ id: bigint }[]>(statement)).map(({ id }) => id);
}

function all(conditions: readonly Prisma.Sql[]): Prisma.Sql {
  return Prisma.join([...conditions], " AND ");
}
