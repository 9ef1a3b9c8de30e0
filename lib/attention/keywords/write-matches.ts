import type { Matcher } from "@/lib/attention/keywords/matcher";
import { pushMatches } from "@/lib/attention/push/queue";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { isEmbed } from "@/lib/messages/stored-embeds";

// An edit this soon may have come before the matching, so its text counts as posted.
const SOON = Prisma.sql`interval '2 seconds'`;

/** A message to match. */
export type Candidate = {
  id: bigint;
  channel_id: bigint;
  user_id: bigint | null;
  content: string;
  embeds: Prisma.JsonValue;
};

/** A match of a message for one person. */
export type Match = { messageId: bigint; channelId: bigint; userId: bigint };

/** Returns the people these messages match, members or not, except their authors. */
export function findMatches(matcher: Matcher, messages: readonly Candidate[]): Match[] {
  return messages.flatMap((message) => {
    const userIds = new Set(Array.from(matcher(textsOf(message)), (keyword) => keyword.userIds).flat());
    if (message.user_id !== null) userIds.delete(message.user_id);
    return Array.from(userIds, (userId) => ({ messageId: message.id, channelId: message.channel_id, userId }));
  });
}

/** Returns the text of a message and of its embeds. */
function textsOf({ content, embeds }: Candidate): string[] {
  const cards = Array.isArray(embeds) ? embeds.filter(isEmbed) : [];
  const texts = cards.flatMap(({ title, description, fields = [], author, footer }) => [
    title,
    description,
    ...fields.flatMap(({ name, value }) => [name, value]),
    author?.name,
    footer?.text,
  ]);
  return [content, ...texts].filter((text) => text !== undefined);
}

/**
 * Replaces the matches selected by `before` (`user_id`, `channel_id` and `seq`) with these, for members only. Returns
 * the people whose matches changed. With `pushes`, new matches are queued as pushes.
 */
export async function writeMatches(
  tx: Transaction,
  matches: readonly Match[],
  { before, pushes }: { before: Prisma.Sql; pushes: boolean },
): Promise<bigint[]> {
  const messageIds = matches.map(({ messageId }) => messageId);
  const channelIds = matches.map(({ channelId }) => channelId);
  const userIds = matches.map(({ userId }) => userId);
  // Locks memberships first: if one ended in the meantime, the batch could fail or deadlock.
  const rows = await tx.$queryRaw<{ user_id: bigint }[]>`
    WITH given AS MATERIALIZED (
      SELECT * FROM unnest(${messageIds}::bigint[], ${channelIds}::bigint[], ${userIds}::bigint[])
        AS given (message_id, channel_id, user_id)
    ),
    before AS MATERIALIZED (${before}),
    members AS MATERIALIZED (
      SELECT m.channel_id, m.user_id FROM memberships m
      WHERE (m.channel_id, m.user_id) IN (SELECT channel_id, user_id FROM given UNION SELECT channel_id, user_id FROM before)
      ORDER BY m.channel_id, m.user_id FOR KEY SHARE OF m
    ),
    gone AS (
      DELETE FROM message_matches k USING members m JOIN before b ON b.channel_id = m.channel_id AND b.user_id = m.user_id
      WHERE k.user_id = b.user_id AND k.channel_id = b.channel_id AND k.seq = b.seq AND k.kind = 'keyword'
        AND NOT EXISTS (SELECT FROM given g WHERE g.message_id = k.message_id AND g.user_id = k.user_id)
      RETURNING k.user_id
    ),
    matching AS (
      SELECT m.user_id, m.channel_id, x.seq, x.id, coalesce(x.webhook_id, x.user_id, 0) AS author_id,
        coalesce(x.edited_at > x.created_at + ${SOON}, false) AS by_edit
      FROM members m JOIN given g ON g.channel_id = m.channel_id AND g.user_id = m.user_id JOIN messages x ON x.id = g.message_id
    ),
    written AS (
      INSERT INTO message_matches (user_id, channel_id, seq, kind, message_id, author_id, by_edit)
      SELECT user_id, channel_id, seq, 'keyword', id, author_id, by_edit FROM matching
      ON CONFLICT DO NOTHING RETURNING user_id, message_id, by_edit
    ),
    pushed AS (${pushMatches(Prisma.sql`SELECT * FROM written WHERE ${pushes}::boolean AND NOT by_edit`)})
    SELECT user_id FROM gone UNION SELECT user_id FROM written`;
  return rows.map((row) => row.user_id);
}
