import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { keepUp } from "@/lib/events/keep-up";
import { matchChanged } from "@/lib/keywords/match-changed";
import { compileKeywords, type Matcher } from "@/lib/keywords/matcher";
import { type Candidate, findMatches, type Match, writeMatches } from "@/lib/keywords/write-matches";
import { type Batch, isBehind, MORE, nextChanges, takeBatch, takeBatches } from "@/lib/messages/follow-changes";
import { processWide } from "@/lib/process-wide";

type Changed = Candidate & { thread_root_id: bigint | null; more: boolean };

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
    const rows = await tx.$queryRaw<Changed[]>`
      WITH ${nextChanges("keyword", size, Prisma.sql`id, user_id, thread_root_id, content, embeds`)}
      SELECT t.*, ${MORE} AS more FROM taken t`;
    // Of replies their threads notify.
    const flow = rows.filter((row) => row.thread_root_id === null);
    const matches = await amongMembers(tx, findMatches(matcher, flow));
    const before = Prisma.sql`
      SELECT user_id, channel_id, seq FROM message_matches WHERE message_id = ANY(${rows.map(({ id }) => id)}::bigint[])`;
    changed = await writeMatches(tx, matches, { before, pushes: true });
    return { taken: rows.length, more: rows[0]?.more ?? false };
  });
  if (batch) for (const userId of changed) publish({ kind: "unread", userId });
  return batch;
}

/** Those of the matches that are for a member of the channel: a workspace has many people who have the same keywords. */
async function amongMembers(tx: Transaction, matches: readonly Match[]): Promise<Match[]> {
  if (matches.length === 0) return [];
  const channelIds = [...new Set(matches.map(({ channelId }) => channelId))];
  const rows = await tx.$queryRaw<{ channel_id: bigint; user_ids: bigint[] }[]>`
    SELECT m.channel_id, array_agg(m.user_id) AS user_ids FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.channel_id = ANY(${channelIds}::bigint[]) AND u.keywords <> '{}' GROUP BY m.channel_id`;
  const members = new Map(rows.map((row) => [row.channel_id, new Set(row.user_ids)]));
  return matches.filter(({ channelId, userId }) => members.get(channelId)?.has(userId));
}

/** Nobody has keywords: what is there needn't be read, nor later, once somebody has. */
async function passOver(tx: Transaction): Promise<Batch> {
  await tx.$executeRaw`
    INSERT INTO keyword_progress (channel_id, rev)
    SELECT c.id, c.rev FROM channels c LEFT JOIN keyword_progress p ON p.channel_id = c.id WHERE c.rev > coalesce(p.rev, 0)
    ON CONFLICT (channel_id) DO UPDATE SET rev = excluded.rev`;
  return { taken: 0, more: false };
}

const kept = processWide("keyword-matcher", () => ({ print: "", matcher: null as Matcher | null }));

/** Finds everybody's keywords as they are now; null where nobody has any. It is compiled anew once some have changed. */
async function currentMatcher(tx: Transaction): Promise<Matcher | null> {
  const [now] = await tx.$queryRaw<{ print: string | null }[]>`
    SELECT sum(hashtextextended(id || ':' || array_to_string(keywords, ','), 0))::text AS print FROM users WHERE keywords <> '{}'`;
  const print = now?.print ?? "";
  if (print !== kept.print) {
    const people = await tx.$queryRaw<
      { id: bigint; keywords: string[] }[]
    >`SELECT id, keywords FROM users WHERE keywords <> '{}'`;
    // Read after the print, so that what changes in between is compiled once more.
    kept.matcher = compileKeywords(people);
    kept.print = print;
  }
  return print === "" ? null : kept.matcher;
}

/**
 * Matches everything that was posted, edited or deleted before now with keywords, and what changed keywords ask for, until nothing is
 * left, another process is at it, or `goOn` says no. Answers how many messages it took.
 */
export async function matchKeywords(goOn: () => boolean = () => true): Promise<number> {
  return takeBatches(async () => {
    const [posted, changed] = [await matchBatch(), await matchChanged()];
    const taken = (posted?.taken ?? 0) + (changed?.taken ?? 0);
    return { taken, more: Boolean(posted?.more || changed?.more) };
  }, goOn);
}

/** Keeps keywords matched from now on. Starts once per process; of several processes one at a time does the work. */
export function startMatching(): void {
  keepUp("keyword-matches", {
    work: async (goOn) => {
      await matchKeywords(goOn);
      return null;
    },
    // Whoever has changed their keywords hears of themselves.
    wakes: ["channel", "user"],
    settleMs: 500,
    failure: "matching keywords failed; the sweep will retry",
  });
}
