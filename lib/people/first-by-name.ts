import { foldName, nameHasWords, personHasWords } from "@/lib/db/fold-name";
import { Prisma } from "@/lib/db/generated/client";
import type { ReadingClient } from "@/lib/db/heavy-read";

/** A person in a list to choose from. */
type Row = { id: bigint; name: string; avatar_url: string | null };

// Beyond this, reading people in the order of their names finds enough of them sooner than sorting all that match.
const MANY = 500;

/**
 * Returns the first `most` active people by name with a word in their name that starts with `search`, ignoring case and
 * accents, who meet a condition about the user `u`. Reads some hundred rows, whether everyone matches or no one.
 */
export async function firstByName(
  client: ReadingClient,
  { search, condition, most }: { search: string; condition: Prisma.Sql; most: number },
): Promise<Row[]> {
  const first = Prisma.raw(`ORDER BY lower(name) COLLATE "C", id LIMIT ${most}`);
  if (foldName(search).trim() !== "") {
    const few = await client.$queryRaw<(Row & { matches: number })[]>`
      SELECT id, name, avatar_url, (count(*) OVER ())::int AS matches FROM (
        SELECT u.id, u.name, u.avatar_url FROM users u WHERE ${personHasWords(search)} AND ${condition}
        LIMIT ${Prisma.raw(`${MANY + 1}`)}) found ${first}`;
    if ((few[0]?.matches ?? 0) <= MANY) return few;
  }
  return client.$queryRaw<Row[]>`
    SELECT id, name, avatar_url FROM users u
    WHERE deactivated_at IS NULL AND ${nameHasWords(Prisma.sql`name`, search)} AND ${condition} ${first}`;
}
