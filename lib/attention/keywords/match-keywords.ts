import { matchChanged } from "@/lib/attention/keywords/match-changed";
import { compileKeywords, type Matcher } from "@/lib/attention/keywords/matcher";
import { type Candidate, findMatches, type Match, writeMatches } from "@/lib/attention/keywords/write-matches";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import type { HintJob } from "@/lib/events/keep-up";
import { type Batch, isBehind, MORE, nextChanges, takeBatch, takeBatches } from "@/lib/messages/read/follow-changes";
import { processWide } from "@/lib/process/process-wide";

// Replies that are only in threads don't match keywords; following the thread notifies people of them. Imported messages,
// whose numbers are negative, were read elsewhere.
const COLUMNS = Prisma.sql`id, user_id, (thread_root_id IS NULL OR in_channel IS NOT NULL) AND event IS NULL AND seq > 0 AS in_flow, content, embeds`;

type ChangedMessage = Candidate & { in_flow: boolean; more: boolean };

/**
 * Matches up to 500 posted, edited or deleted messages with everyone's keywords, all or nothing. Then updates those
 * whose matches changed. Returns null while another connection is doing it.
 */
export async function matchBatch(): Promise<Batch | null> {
  if (!(await isBehind("keyword"))) return { taken: 0, more: false };
  let changed: bigint[] = [];
  const batch = await takeBatch("keyword", async (tx, size) => {
    const matcher = await currentMatcher(tx);
    if (!matcher) return passOver(tx);
    const rows = await tx.$queryRaw<ChangedMessage[]>`
      WITH ${nextChanges("keyword", size, COLUMNS)}
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

/** Marks everything as matched when no one has keywords, so that it isn't read once someone does. */
async function passOver(tx: Transaction): Promise<Batch> {
  await tx.$executeRaw`
    INSERT INTO keyword_progress (channel_id, rev)
    SELECT c.id, c.rev FROM channels c LEFT JOIN keyword_progress p ON p.channel_id = c.id WHERE c.rev > coalesce(p.rev, 0)
    ON CONFLICT (channel_id) DO UPDATE SET rev = excluded.rev`;
  return { taken: 0, more: false };
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
 * Matches all messages posted, edited or deleted so far, and unread messages with changed keywords, until nothing is
 * left, another process is doing it, or `goOn` returns false. Returns the number of messages.
 */
export async function matchKeywords(goOn: () => boolean = () => true): Promise<number> {
  return takeBatches(async () => {
    const [posted, changed] = [await matchBatch(), await matchChanged()];
    const taken = (posted?.taken ?? 0) + (changed?.taken ?? 0);
    return { taken, more: Boolean(posted?.more || changed?.more) };
  }, goOn);
}

/** Matches keywords. Only one process works at a time. */
export const keywordsJob: HintJob = {
  name: "keyword-matches",
  label: "Find people's keywords in new messages",
  work: async (goOn) => {
    await matchKeywords(goOn);
    return null;
  },
  // Changed keywords publish a `user` hint.
  wakes: ["channel", "user"],
  settleMs: 500,
  failure: "matching keywords failed; the sweep will retry",
};
