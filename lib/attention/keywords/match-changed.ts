import { compileKeywords } from "@/lib/attention/keywords/matcher";
import { type Candidate, findMatches, writeMatches } from "@/lib/attention/keywords/write-matches";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { type Batch, takeBatch } from "@/lib/messages/read/follow-changes";
import { IN_FLOW } from "@/lib/people/notifications/who-is-notified";

// A channel's badge doesn't count further than this.
const LATEST = 100;
const CHANNELS = 100;

type Change = { user_id: bigint; channel_id: bigint };
type ReadPosition = { channel_id: bigint; last_read_seq: bigint };

/**
 * Matches a person's unread messages with the keywords they just changed, some channels per call, and then publishes
 * a hint. Returns null while another connection is doing it.
 */
export async function matchChanged(): Promise<Batch | null> {
  if ((await db().keywordChange.count({ take: 1 })) === 0) return { taken: 0, more: false };
  let changed: bigint | null = null;
  const batch = await takeBatch("keyword", async (tx, size) => {
    // If the person changes their keywords again, that waits for this lock and then starts over.
    const [change] = await tx.$queryRaw<Change[]>`SELECT * FROM keyword_changes ORDER BY user_id LIMIT 1 FOR UPDATE`;
    if (!change) return { taken: 0, more: false };
    changed = change.user_id;
    return take(tx, change, size);
  });
  if (batch && changed !== null) publish({ kind: "unread", userId: changed });
  return batch;
}

async function take(tx: Transaction, { user_id: userId, channel_id: after }: Change, size: number): Promise<Batch> {
  const { keywords } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { keywords: true } });
  const positions = await tx.$queryRaw<ReadPosition[]>`
    SELECT channel_id, last_read_seq FROM (
      SELECT m.channel_id, m.last_read_seq, sum(least(${LATEST}, c.msg_seq - m.last_read_seq)) OVER (ORDER BY m.channel_id) AS unread
      FROM memberships m JOIN channels c ON c.id = m.channel_id WHERE m.user_id = ${userId} AND m.channel_id > ${after}
    ) read WHERE unread <= greatest(${size}::int, ${LATEST}) ORDER BY channel_id LIMIT ${CHANNELS}`;
  const [ids, seqs] = [
    positions.map((position) => position.channel_id),
    positions.map((position) => position.last_read_seq),
  ];
  // Later messages are matched with these keywords when their turn comes, and pushed, which they wouldn't be from here.
  const messages = await tx.$queryRaw<Candidate[]>`
    SELECT x.* FROM unnest(${ids}::bigint[], ${seqs}::bigint[]) AS read (channel_id, seq)
    JOIN keyword_progress p ON p.channel_id = read.channel_id CROSS JOIN LATERAL (
      SELECT id, channel_id, user_id, content, embeds FROM messages x
      WHERE x.channel_id = read.channel_id AND x.seq > read.seq AND x.rev <= p.rev AND ${IN_FLOW} AND x.event IS NULL
      ORDER BY x.seq DESC LIMIT ${LATEST}) x`;
  const matches = findMatches(compileKeywords([{ id: userId, keywords }]), messages);
  // Messages that were read keep their matches. OFFSET 0 makes PostgreSQL look up each channel instead of all matches
  // of this person.
  const before = Prisma.sql`
    SELECT k.* FROM unnest(${ids}::bigint[], ${seqs}::bigint[]) AS read (channel_id, seq)
    JOIN keyword_progress p ON p.channel_id = read.channel_id CROSS JOIN LATERAL (
      SELECT user_id, channel_id, seq FROM message_matches k
      WHERE k.user_id = ${userId} AND k.channel_id = read.channel_id AND k.seq > read.seq
        AND EXISTS (SELECT FROM messages x WHERE x.id = k.message_id AND x.rev <= p.rev) OFFSET 0) k`;
  await writeMatches(tx, matches, { before, pushes: false });
  const last = ids.at(-1);
  if (last === undefined) await tx.keywordChange.delete({ where: { userId }, select: { userId: true } });
  else await tx.keywordChange.update({ where: { userId }, data: { channelId: last }, select: { userId: true } });
  return { taken: messages.length, more: true };
}
