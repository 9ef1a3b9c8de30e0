import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import type { SavedSearchDto } from "@/lib/messages/search/dto";
import { asPerson } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError } from "@/lib/text/errors";

const MOST = 50;

/** Returns the person's saved searches, by name. */
export async function savedSearches({ id: userId }: SessionUser): Promise<SavedSearchDto[]> {
  const select = { id: true, name: true, query: true } as const;
  const rows = await db().savedSearch.findMany({
    where: { userId },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: MOST,
    select,
  });
  return rows.map((row) => ({ ...row, id: `${row.id}` }));
}

/** Saves a search under a name. Throws `conflict` if the person has saved 50. */
export async function saveSearch(user: SessionUser, search: { name: string; query: string }): Promise<void> {
  const userId = user.id;
  await asPerson(user, async (tx) => {
    if ((await tx.savedSearch.count({ where: { userId } })) >= MOST)
      throw new AppError("conflict", `You can save at most ${MOST} searches. Remove one first.`);
    await tx.savedSearch.create({ data: { userId, ...search } });
  });
  publish({ kind: "unread", userId });
}

/** Renames one of the person's saved searches. Throws `not_found` for any other id. */
export async function renameSearch(user: SessionUser, id: bigint, name: string): Promise<void> {
  const userId = user.id;
  const { count } = await asPerson(user, (tx) => tx.savedSearch.updateMany({ where: { id, userId }, data: { name } }));
  if (count === 0) throw noSuchSearch();
  publish({ kind: "unread", userId });
}

/** Removes one of the person's saved searches. Throws `not_found` for any other id. */
export async function removeSearch(user: SessionUser, id: bigint): Promise<void> {
  const userId = user.id;
  const { count } = await asPerson(user, (tx) => tx.savedSearch.deleteMany({ where: { id, userId } }));
  if (count === 0) throw noSuchSearch();
  publish({ kind: "unread", userId });
}

function noSuchSearch(): AppError {
  return new AppError("not_found", "You've already removed this search.");
}
