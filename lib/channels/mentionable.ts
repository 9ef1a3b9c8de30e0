import type { AccessibleChannel } from "@/lib/channels/access";
import type { MentionableDto } from "@/lib/channels/dto";
import { nameHasWords } from "@/lib/channels/fold-name";
import { Prisma } from "@/lib/db/generated/client";
import { heavyRead } from "@/lib/db/heavy-read";
import { shownImage } from "@/lib/images/signed-url";

const MOST_FOUND = 20;

/**
 * The people whom a message in this channel may name and whose name, from one of its words on, begins like `search`; case and
 * accents don't count. At most twenty: the channel's members first, then by name.
 */
export async function mentionablePeople(
  { user, channel }: AccessibleChannel,
  search: string,
  signal?: AbortSignal,
): Promise<MentionableDto[]> {
  type Row = { id: bigint; name: string; avatar_url: string | null; member: boolean };
  const rows = await heavyRead(
    user.id,
    (client) => client.$queryRaw<Row[]>`
    SELECT u.id, u.name, u.avatar_url, m.user_id IS NOT NULL AS member
    FROM users u LEFT JOIN memberships m ON m.user_id = u.id AND m.channel_id = ${channel.id}
    WHERE u.deactivated_at IS NULL AND ${nameHasWords(Prisma.sql`u.name`, search)}
    ORDER BY member DESC, lower(u.name), u.id LIMIT ${MOST_FOUND}`,
    signal,
  );
  return rows.map(({ id, name, avatar_url, member }) => ({
    id: `${id}`,
    name,
    avatarUrl: shownImage(avatar_url, id),
    member,
  }));
}
