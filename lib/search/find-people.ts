import { nameHasWords } from "@/lib/channels/fold-name";
import { Prisma } from "@/lib/db/generated/client";
import { heavyRead } from "@/lib/db/heavy-read";
import { shownImage } from "@/lib/images/signed-url";
import type { FoundPersonDto } from "@/lib/search/dto";
import type { SessionUser } from "@/lib/users/find-session-user";

const MOST_FOUND = 8;

/**
 * Returns up to eight active people other than this user, by name, whose name contains `search` at the start of a
 * word.
 */
export async function findPeople(user: SessionUser, search: string, signal?: AbortSignal): Promise<FoundPersonDto[]> {
  type Row = { id: bigint; name: string; avatar_url: string | null };
  const rows = await heavyRead(
    user.id,
    (client) => client.$queryRaw<Row[]>`
    SELECT u.id, u.name, u.avatar_url FROM users u
    WHERE u.deactivated_at IS NULL AND u.id <> ${user.id} AND ${nameHasWords(Prisma.sql`u.name`, search)}
    ORDER BY lower(u.name), u.id LIMIT ${MOST_FOUND}`,
    signal,
  );
  return rows.map(({ id, name, avatar_url }) => ({ id: `${id}`, name, avatarUrl: shownImage(avatar_url, id) }));
}
