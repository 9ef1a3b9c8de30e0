import { mayRead } from "@/lib/channels/access";
import { folded, foldName } from "@/lib/channels/fold-name";
import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { SessionUser } from "@/lib/users/find-session-user";

// Of channels with so few messages all are looked at one by one, which is quicker than to ask an index for a word of all channels.
const FEW = 5_000;

/** Where to search: what a message `m` there meets, and, of a few channels with few messages, their ids. */
type Place = { condition: Prisma.Sql; channelIds: bigint[] | null };

/**
 * The channels that this person may read: all of them, or those that one of `names` means. A direct message is also meant by the name
 * of somebody in it.
 */
export async function placeOf(user: SessionUser, names: readonly string[]): Promise<Place> {
  if (names.length === 0) {
    const condition = Prisma.sql`EXISTS (SELECT FROM channels c WHERE c.id = m.channel_id AND ${mayRead(Prisma.sql`${user.id}`)})`;
    return { condition, channelIds: null };
  }
  const meant = await channelsMeant(user, names);
  const ids = meant.map(({ id }) => id);
  const messages = meant.reduce((sum, { msg_seq }) => sum + Number(msg_seq), 0);
  return { condition: Prisma.sql`m.channel_id = ANY(${ids}::bigint[])`, channelIds: messages <= FEW ? ids : null };
}

type Channel = { id: bigint; name: string; kind: "public" | "private" | "direct"; msg_seq: bigint };

async function channelsMeant(user: SessionUser, names: readonly string[]): Promise<Channel[]> {
  const wanted = names.map(foldName);
  // Direct messages are called by their people, so which of them is meant is seen below.
  const rows = await db().$queryRaw<Channel[]>`
    SELECT c.id, c.name, c.kind::text, c.msg_seq FROM channels c
    WHERE (c.kind = 'direct' OR ${folded(Prisma.sql`c.name`)} = ANY(${wanted}::text[])) AND ${mayRead(Prisma.sql`${user.id}`)}`;
  const naming = await namesFor(user, rows);
  return rows.filter((row) => row.kind !== "direct" || isMeant(foldName(naming(row).name), wanted));
}

function isMeant(people: string, wanted: readonly string[]): boolean {
  return wanted.some((one) => ` ${people}`.includes(` ${one}`));
}
