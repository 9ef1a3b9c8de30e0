import type { AccessibleChannel } from "@/lib/channels/access";
import type { ChannelMemberDto, ChannelMembersDto } from "@/lib/channels/dto";
import type { MembersFilter } from "@/lib/channels/schema";
import { db } from "@/lib/db/client";
import { nameOrder, textHolds } from "@/lib/db/fold-name";
import { Prisma } from "@/lib/db/generated/client";
import { heavyRead } from "@/lib/db/heavy-read";
import { shownImage } from "@/lib/files/images/signed-url";
import { PEOPLE_PAGE } from "@/lib/people/list-people";
import { cursorText } from "@/lib/text/cursor";
import { page } from "@/lib/text/page";

// Why: docs/decisions/lists.md

type Row = {
  id: bigint;
  key: string;
  role: ChannelMemberDto["role"];
  joined_at: Date;
  name: string;
  avatar_url: string | null;
};

/** A page of the channel's active members whose name contains the words: managers first, then by name. */
export async function channelMembers(
  { user, channel }: AccessibleChannel,
  { q = "", after }: MembersFilter = {},
): Promise<ChannelMembersDto> {
  const found = q.trim() === "" ? Prisma.sql`true` : textHolds(Prisma.sql`u.name`, q);
  // One part per role, so that each is read in the order of the index of names.
  const part = (role: ChannelMemberDto["role"]) => {
    const first = role === "manager" ? "0" : "1";
    // A key of the other part begins with another digit: all of this part come after it, or none.
    const name = after?.key.startsWith(first) ? after.key.slice(1) : null;
    const behind =
      name === null
        ? Prisma.sql`${!after || after.key < first}`
        : Prisma.sql`(${NAME_KEY}, u.id) > (${name}::text COLLATE "C", ${after?.id})`;
    return Prisma.sql`
      SELECT u.id, ${first} || ${NAME_KEY} AS key, m.role, m.joined_at, u.name, u.avatar_url
      FROM users u JOIN memberships m ON m.user_id = u.id
      WHERE m.channel_id = ${channel.id} AND m.role = ${Prisma.raw(`'${role}'`)} AND u.deactivated_at IS NULL AND ${found} AND ${behind}
      ORDER BY ${NAME_KEY}, u.id LIMIT ${Prisma.raw(`${PEOPLE_PAGE + 1}`)}`;
  };
  const rows = await heavyRead(
    user.id,
    (client) => client.$queryRaw<Row[]>`
      SELECT id, key, role::text, joined_at, name, avatar_url
      FROM ((${part("manager")}) UNION ALL (${part("member")})) p
      ORDER BY key COLLATE "C", id LIMIT ${Prisma.raw(`${PEOPLE_PAGE + 1}`)}`,
  );
  const cut = { most: PEOPLE_PAGE, cursorOf: cursorText, toItems: (some: readonly Row[]) => some.map(toDto) };
  const { items: members, next } = await page(rows, cut);
  return { members, next };
}

const NAME_KEY = nameOrder(Prisma.sql`u.name`);

/** How many active members the channel has, and whether there is someone who could be added. */
export async function countMembers({ channel }: AccessibleChannel): Promise<{ members: number; everyone: boolean }> {
  const [members, people] = await Promise.all([
    db().membership.count({ where: { channelId: channel.id, user: { deactivatedAt: null } } }),
    db().user.count({ where: { deactivatedAt: null } }),
  ]);
  return { members, everyone: members >= people };
}

/** The names of the first `most` of the channel's managers, and how many there are. */
export async function channelManagers(
  { channel }: AccessibleChannel,
  most: number,
): Promise<{ names: string[]; count: number }> {
  const rows = await db().$queryRaw<{ name: string; count: number }[]>`
    SELECT u.name, (count(*) OVER ())::int AS count FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.channel_id = ${channel.id} AND m.role = 'manager' AND u.deactivated_at IS NULL
    ORDER BY ${NAME_KEY}, u.id LIMIT ${most}`;
  return { names: rows.map(({ name }) => name), count: rows[0]?.count ?? 0 };
}

function toDto({ id, role, joined_at, name, avatar_url }: Row): ChannelMemberDto {
  return { userId: `${id}`, role, joinedAt: joined_at.toISOString(), name, avatarUrl: shownImage(avatar_url, id) };
}
