import { mayRead } from "@/lib/channels/access";
import { db, pool } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { IS_RESTRICTED } from "@/lib/people/restricted";

/** Whether a session's person may read a channel, and whether they see who sent a webhook's message by hand. */
type MayRead = { mayRead: boolean; seesSenders: boolean };

// Runs with every delivery, so it's planned once per connection.
const ACCESS = `
SELECT s.id, c.rev, c.expired_seq, ${mayRead(Prisma.raw("u.id")).sql} AS may_read,
  c.kind <> 'direct' AND (u.role <> 'member' OR coalesce(m.role = 'manager', false)) AS sees_senders
FROM sessions s JOIN users u ON u.id = s.user_id JOIN channels c ON c.id = $1
LEFT JOIN memberships m ON m.channel_id = c.id AND m.user_id = u.id
WHERE s.id = ANY($2::bigint[]) AND u.deactivated_at IS NULL AND NOT ${IS_RESTRICTED}`;

type AccessRow = { id: string; rev: string; expired_seq: string; may_read: boolean; sees_senders: boolean };

/**
 * Returns the given sessions that haven't ended, with their current access to the channel, and the channel's revision
 * and `expired_seq` at the same moment (0 if no session is left).
 */
export async function accessNow(
  channelId: bigint,
  sessionIds: readonly bigint[],
): Promise<{ rev: number; expired: number; readers: Map<bigint, MayRead> }> {
  const values = [channelId, `{${sessionIds.join(",")}}`];
  const { rows } = await pool().query<AccessRow>({ name: "stream-access", text: ACCESS, values });
  const readers = rows.map(
    ({ id, may_read, sees_senders }) => [BigInt(id), { mayRead: may_read, seesSenders: sees_senders }] as const,
  );
  const { rev = 0, expired_seq: expired = 0 } = rows[0] ?? {};
  return { rev: Number(rev), expired: Number(expired), readers: new Map(readers) };
}

/** Returns the given sessions that haven't ended, with their current access to the channel. */
export async function readersAmong(channelId: bigint, sessionIds: readonly bigint[]): Promise<Map<bigint, MayRead>> {
  return (await accessNow(channelId, sessionIds)).readers;
}

/** A person's open sessions, the channels that they are a member of, and whether others may see their presence. */
type Sessions = { sessions: Set<bigint>; memberOf: Set<bigint>; shows: boolean };

/** Returns each user's sessions. Users who are deactivated or must set up two-step sign-in first have no entry. */
export async function sessionsOf(userIds: readonly bigint[]): Promise<Map<bigint, Sessions>> {
  const rows = await db().$queryRaw<{ id: bigint; shows: boolean; sessions: bigint[]; member_of: bigint[] }[]>`
    SELECT u.id, u.shows_presence AS shows, ARRAY(SELECT s.id FROM sessions s WHERE s.user_id = u.id) AS sessions,
      ARRAY(SELECT m.channel_id FROM memberships m WHERE m.user_id = u.id) AS member_of
    FROM users u WHERE u.id = ANY(${userIds}::bigint[]) AND u.deactivated_at IS NULL AND NOT ${Prisma.raw(IS_RESTRICTED)}`;
  return new Map(
    rows.map(({ id, shows, sessions, member_of }) => {
      return [id, { sessions: new Set(sessions), memberOf: new Set(member_of), shows }];
    }),
  );
}

/** A digest for comparing two sets of ids without having both: their number and their sum. */
export function digestOf(ids: Iterable<bigint>): string {
  let [count, sum] = [0, 0n];
  for (const id of ids) {
    count += 1;
    sum += id;
  }
  return `${count}:${sum}`;
}

const STANDINGS = `
SELECT u.id, u.shows_presence AS shows, ARRAY(SELECT s.id::text FROM sessions s WHERE s.user_id = u.id) AS sessions,
  (SELECT count(*) || ':' || coalesce(sum(m.channel_id), 0) FROM memberships m WHERE m.user_id = u.id) AS members_digest,
  CASE WHEN u.keywords <> '{}' OR k.user_id IS NOT NULL THEN concat_ws(':', k.channel_id, (
    SELECT sum(p.rev) FROM memberships m JOIN keyword_progress p ON p.channel_id = m.channel_id WHERE m.user_id = u.id)) END AS matched
FROM users u LEFT JOIN keyword_changes k ON k.user_id = u.id WHERE u.id = ANY($1::bigint[]) AND u.deactivated_at IS NULL AND NOT ${IS_RESTRICTED}`;

type StandingRow = { id: string; shows: boolean; sessions: string[]; members_digest: string; matched: string | null };

/** A snapshot that the sweep compares to find people with changes. */
type AccessSnapshot = {
  sessions: Set<bigint>;
  /** `digestOf` the channels that they are a member of. */
  membersDigest: string;
  shows: boolean;
  /** How far their keywords are matched, for comparison; null without keywords. */
  matched: string | null;
};

/** Returns each user's standing. Users who are deactivated or must set up two-step sign-in first have no entry. */
export async function standingsOf(userIds: readonly bigint[]): Promise<Map<bigint, AccessSnapshot>> {
  const values = [`{${userIds.join(",")}}`];
  const { rows } = await pool().query<StandingRow>({ name: "stream-standings", text: STANDINGS, values });
  return new Map(
    rows.map(({ id, shows, sessions, members_digest: membersDigest, matched }) => {
      return [BigInt(id), { sessions: new Set(sessions.map(BigInt)), membersDigest, shows, matched }];
    }),
  );
}

const MOVED = `
SELECT c.id, c.rev, c.msg_seq FROM unnest($1::bigint[], $2::bigint[]) AS known (id, rev)
JOIN channels c ON c.id = known.id WHERE c.rev > known.rev`;

type MovedRow = { id: string; rev: string; msg_seq: string };

/** Takes channels with their known revisions and returns those that have a later one. */
export async function movedSince(
  known: ReadonlyMap<bigint, number>,
): Promise<{ channelId: bigint; rev: number; msgSeq: number }[]> {
  const values = [`{${[...known.keys()].join(",")}}`, `{${[...known.values()].join(",")}}`];
  const { rows } = await pool().query<MovedRow>({ name: "stream-moved", text: MOVED, values });
  return rows.map(({ id, rev, msg_seq }) => ({ channelId: BigInt(id), rev: Number(rev), msgSeq: Number(msg_seq) }));
}

/** Records that these sessions are in use, if that's not recent already. */
export async function noteInUse(sessionIds: ReadonlySet<bigint>): Promise<void> {
  if (sessionIds.size === 0) return;
  // Locks in id order like other processes, and skips sessions that are being changed.
  await db().$executeRaw`
    UPDATE sessions s SET last_seen_at = now() FROM (
      SELECT id FROM sessions WHERE id = ANY(${[...sessionIds]}::bigint[]) AND last_seen_at < now() - interval '4 minutes'
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    ) open WHERE s.id = open.id`;
}

/** Returns whether everyone can read one of these channels. */
export async function isAnyPublic(channelIds: readonly bigint[]): Promise<boolean> {
  const where = { id: { in: [...channelIds] }, kind: "public" as const };
  return (await db().channel.count({ where, take: 1 })) > 0;
}
