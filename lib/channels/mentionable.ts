import type { AccessibleChannel } from "@/lib/channels/access";
import type { MentionableDto } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import { oneLine } from "@/lib/text";

const MOST_FOUND = 20;
const LONGEST_SEARCH = 80;

/**
 * The people whom a message in this channel may name and whose name, from one of its words on, begins like `search`; case and
 * accents don't count. At most twenty: the channel's members first, then by name.
 */
export async function mentionablePeople({ channel }: AccessibleChannel, search: string): Promise<MentionableDto[]> {
  const wanted = fold(search);
  const rows = await db().$queryRaw<{ id: bigint; name: string; avatar_url: string | null; member: boolean }[]>`
    SELECT u.id, u.name, u.avatar_url, m.user_id IS NOT NULL AS member
    FROM users u LEFT JOIN memberships m ON m.user_id = u.id AND m.channel_id = ${channel.id}
    WHERE u.deactivated_at IS NULL AND position(' ' || ${wanted} IN ' ' || translate(
      regexp_replace(lower(normalize(u.name, NFD)), '[\u0300-\u036f]', '', 'g'), '-_.(', '    ')) > 0
    ORDER BY member DESC, lower(u.name), u.id LIMIT ${MOST_FOUND}`;
  return rows.map(({ id, name, avatar_url, member }) => ({ id: `${id}`, name, avatarUrl: avatar_url, member }));
}

/** As the statement above folds names. */
function fold(search: string): string {
  const text = oneLine(search.slice(0, LONGEST_SEARCH)).normalize("NFD").toLowerCase();
  return text.replace(/[\u0300-\u036f]/g, "").replace(/[-_.(]/g, " ");
}
