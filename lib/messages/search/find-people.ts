import { mayRead } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { nameOrder } from "@/lib/db/fold-name";
import { Prisma } from "@/lib/db/generated/client";
import { heavyRead, type ReadingClient } from "@/lib/db/heavy-read";
import { shownImage } from "@/lib/files/images/signed-url";
import type { FoundPersonDto, SearchAuthorsDto } from "@/lib/messages/search/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { firstByName } from "@/lib/people/first-by-name";

const MOST_FOUND = 8;

/**
 * Returns up to eight active people other than this user, by name, whose name contains `search` at the start of a
 * word.
 */
export async function findPeople(user: SessionUser, search: string, signal?: AbortSignal): Promise<FoundPersonDto[]> {
  const others = Prisma.sql`u.id <> ${user.id}`;
  const find = (client: ReadingClient) => firstByName(client, { search, condition: others, most: MOST_FOUND });
  const rows = await heavyRead(user.id, find, signal);
  return rows.map(({ id, name, avatar_url }) => ({ id: `${id}`, name, avatarUrl: shownImage(avatar_url, id) }));
}

const MOST_AUTHORS = 500;

/**
 * Returns whose messages this user can choose to search for, by name: active people, and webhooks in channels that they
 * may read, with the senders that have used these.
 */
export async function searchAuthors(user: SessionUser): Promise<SearchAuthorsDto> {
  const [people, webhooks, senders] = await Promise.all([
    db().$queryRaw<{ name: string }[]>`
      SELECT u.name FROM users u WHERE u.deactivated_at IS NULL AND u.id <> ${user.id}
      GROUP BY u.name ORDER BY ${nameOrder(Prisma.sql`u.name`)} LIMIT ${MOST_AUTHORS}`,
    db().$queryRaw<{ name: string }[]>`
      SELECT w.name FROM webhooks w JOIN channels c ON c.id = w.channel_id
      WHERE w.deleted_at IS NULL AND ${mayRead(Prisma.sql`${user.id}`)}
      GROUP BY w.name ORDER BY ${nameOrder(Prisma.sql`w.name`)} LIMIT ${MOST_AUTHORS}`,
    db().$queryRaw<{ name: string }[]>`
      SELECT w.sender AS name FROM webhooks w JOIN channels c ON c.id = w.channel_id
      WHERE w.deleted_at IS NULL AND w.sender IS NOT NULL AND w.last_used_at IS NOT NULL
        AND ${mayRead(Prisma.sql`${user.id}`)}
      GROUP BY w.sender ORDER BY w.sender LIMIT ${MOST_AUTHORS}`,
  ]);
  const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
  return { people: namesOf(people), webhooks: namesOf(webhooks), senders: namesOf(senders) };
}
