import { folded, foldName } from "@/lib/channels/fold-name";
import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { SessionUser } from "@/lib/users/find-session-user";

/** SQL that says whether this person may read the channel `c`, archived or not. */
const mayRead = (user: SessionUser) => Prisma.sql`(c.kind = 'public' OR EXISTS (
  SELECT FROM memberships p WHERE p.channel_id = c.id AND p.user_id = ${user.id}))`;

/**
 * SQL that says whether the message `m` stands in a channel that this person may read: any, or one that one of `names` means. A direct
 * message is also meant by the name of somebody in it.
 */
export async function standsWhereSearched(user: SessionUser, names: readonly string[]): Promise<Prisma.Sql> {
  if (names.length === 0) {
    return Prisma.sql`EXISTS (SELECT FROM channels c WHERE c.id = m.channel_id AND ${mayRead(user)})`;
  }
  return Prisma.sql`m.channel_id = ANY(${await channelsMeant(user, names)}::bigint[])`;
}

async function channelsMeant(user: SessionUser, names: readonly string[]): Promise<bigint[]> {
  const wanted = names.map(foldName);
  // Direct messages are called by their people, so which of them is meant is seen below.
  const rows = await db().$queryRaw<{ id: bigint; name: string; kind: "public" | "private" | "direct" }[]>`
    SELECT c.id, c.name, c.kind::text FROM channels c
    WHERE (c.kind = 'direct' OR ${folded(Prisma.sql`c.name`)} = ANY(${wanted}::text[])) AND ${mayRead(user)}`;
  const naming = await namesFor(user, rows);
  return rows.flatMap((row) => (row.kind !== "direct" || isMeant(foldName(naming(row).name), wanted) ? [row.id] : []));
}

function isMeant(people: string, wanted: readonly string[]): boolean {
  return wanted.some((one) => ` ${people}`.includes(` ${one}`));
}
