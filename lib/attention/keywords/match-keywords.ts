import { compileKeywords, type Matcher } from "@/lib/attention/keywords/matcher";
import { type Candidate, findMatches, type Match, writeMatches } from "@/lib/attention/keywords/write-matches";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import type { HintJob } from "@/lib/events/keep-up";
import {
  type Among,
  type Batch,
  isBehind,
  MORE,
  nextChanges,
  takeBatch,
  takeBatches,
} from "@/lib/messages/read/follow-changes";
import { ANYONE_HAS_KEYWORDS } from "@/lib/people/notifications/notification-preferences";
import { COUNTS, IN_FLOW } from "@/lib/people/notifications/who-is-notified";
import { processWide } from "@/lib/process/process-wide";

// Replies that are only in threads don't match keywords; following the thread notifies people of them. Imported messages,
// whose numbers are negative, were read elsewhere.
const COLUMNS = Prisma.sql`id, user_id, ${IN_FLOW} AND ${COUNTS} AND seq > 0 AS in_flow, content, embeds`;

const NONE: Batch = { taken: 0, more: false };

type ChangedMessage = Candidate & { in_flow: boolean; more: boolean };

/**
 * Matches up to 500 posted, edited or deleted messages with everyone's keywords, all or nothing. Then updates those
 * whose matches changed. Returns null while another connection is doing it.
 */
export async function matchBatch(among: Among = null): Promise<Batch | null> {
  const [now] = await db().$queryRaw<{ any: boolean }[]>`SELECT ${ANYONE_HAS_KEYWORDS} AS any`;
  if (!now?.any || !(await isBehind("keyword", among))) return NONE;
  let changed: bigint[] = [];
  const batch = await takeBatch("keyword", async (tx, size) => {
    const matcher = await currentMatcher(tx);
    if (!matcher) return NONE;
    const rows = await tx.$queryRaw<ChangedMessage[]>`
      WITH ${nextChanges("keyword", size, COLUMNS, among)}
      SELECT t.*, ${MORE} AS more FROM taken t`;
    const flow = rows.filter((row) => row.in_flow);
    const matches = await amongMembers(tx, findMatches(matcher, flow));
    const before = Prisma.sql`
      SELECT user_id, channel_id, seq FROM message_matches WHERE message_id = ANY(${rows.map(({ id }) => id)}::bigint[])`;
    changed = await writeMatches(tx, matches, { before, pushes: true });
    return { taken: rows.length, more: rows[0]?.more ?? false };
  });
  if (batch) for (const userId of changed) publish({ kind: "unread", userId });
  return batch;
}

/** Keeps the matches of the channel's members. Many people in a workspace may have the same keyword. */
async function amongMembers(tx: Transaction, matches: readonly Match[]): Promise<Match[]> {
  if (matches.length === 0) return [];
  const channelIds = [...new Set(matches.map(({ channelId }) => channelId))];
  const rows = await tx.$queryRaw<{ channel_id: bigint; user_ids: bigint[] }[]>`
    SELECT m.channel_id, array_agg(m.user_id) AS user_ids FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.channel_id = ANY(${channelIds}::bigint[]) AND u.keywords <> '{}' GROUP BY m.channel_id`;
  const members = new Map(rows.map((row) => [row.channel_id, new Set(row.user_ids)]));
  return matches.filter(({ channelId, userId }) => members.get(channelId)?.has(userId));
}

const kept = processWide("keyword-matcher", () => ({ print: "", matcher: null as Matcher | null }));

/**
 * Returns a matcher for everyone's current keywords, compiled again when some have changed; null if no one has any.
 */
async function currentMatcher(tx: Transaction): Promise<Matcher | null> {
  const [now] = await tx.$queryRaw<{ print: string | null }[]>`
    SELECT sum(hashtextextended(id || ':' || array_to_string(keywords, ','), 0))::text AS print FROM users WHERE keywords <> '{}'`;
  const print = now?.print ?? "";
  if (print !== kept.print) {
    const people = await tx.$queryRaw<
      { id: bigint; keywords: string[] }[]
    >`SELECT id, keywords FROM users WHERE keywords <> '{}'`;
    // Read after the fingerprint, so that a change in between causes another compilation.
    kept.matcher = compileKeywords(people);
    kept.print = print;
  }
  return print === "" ? null : kept.matcher;
}

/**
 * Matches all messages posted, edited or deleted so far in these channels, and unread messages with changed keywords, until
 * nothing is left, another process is doing it, or `goOn` returns false. Returns the number of messages.
 */
export async function matchKeywords(goOn: () => boolean = () => true, among: Among = null): Promise<number> {
  return takeBatches(async () => {
    const [posted, changed] = [await matchBatch(among), await matchChanged()];
    const taken = (posted?.taken ?? 0) + (changed?.taken ?? 0);
    return { taken, more: Boolean(posted?.more || changed?.more) };
  }, goOn);
}

/** Matches keywords. Only one process works at a time. */
export const keywordsJob: HintJob = {
  name: "keyword-matches",
  label: "Find people's keywords in new messages",
  work: async (goOn, channelIds) => {
    await matchKeywords(goOn, channelIds);
    return null;
  },
  // Changed keywords publish a `user` hint.
  wakes: ["channel", "user"],
  settleMs: 500,
  failure: "matching keywords failed; the sweep will retry",
};

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
  if ((await db().keywordChange.count({ take: 1 })) === 0) return NONE;
  let changed: bigint | null = null;
  const batch = await takeBatch("keyword", async (tx, size) => {
    // If the person changes their keywords again, that waits for this lock and then starts over.
    const [change] = await tx.$queryRaw<Change[]>`SELECT * FROM keyword_changes ORDER BY user_id LIMIT 1 FOR UPDATE`;
    if (!change) return NONE;
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
      WHERE x.channel_id = read.channel_id AND x.seq > read.seq AND x.rev <= p.rev AND ${IN_FLOW} AND ${COUNTS}
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
