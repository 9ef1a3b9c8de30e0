import type { NoticeCountDto, NoticeDto } from "@/lib/attention/notices/dto";
import type { AuditEntryDto } from "@/lib/audit/dto";
import { auditEntries } from "@/lib/audit/queries";
import { mayRead } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { isActive } from "@/lib/db/is-active";

type Recipient = { id: bigint; role: string };

const MOST = 100;

// Selects the channel of entry `a` if this person can see it. Private channels that they have left don't count.
const visibleTo = (user: Recipient) => Prisma.sql`
  SELECT c.id FROM channels c
  WHERE c.id IN (a.channel_id, a.from_channel_id) AND ${mayRead(Prisma.sql`${user.id}`)}`;

/** The SQL condition for whether this person can see entry `a`. Entries about an account have no channel. */
export const canSee = (user: Recipient) => Prisma.sql`(a.channel_id IS NULL OR EXISTS (${visibleTo(user)}))`;

/** Returns this person's latest 100 notices, or those with these ids, newest first. */
export async function listNotices(user: Recipient, ids?: readonly bigint[]): Promise<NoticeDto[]> {
  const among = ids ? Prisma.sql`n.audit_entry_id = ANY(${[...ids]}::bigint[])` : Prisma.sql`true`;
  const overseer = user.role !== "member";
  const found = await db().$queryRaw<
    { id: bigint; seen: boolean; there: boolean; before: boolean; opensLog: boolean }[]
  >`
    SELECT a.id, n.seen_at IS NOT NULL AS seen, coalesce(a.channel_id IN (${visibleTo(user)}), false) AS there,
      coalesce(a.from_channel_id IN (${visibleTo(user)}), false) AS before,
      a.actor_name IS NULL AND EXISTS (
        SELECT FROM webhooks w JOIN channels c ON c.id = w.channel_id JOIN memberships m ON m.channel_id = c.id AND m.user_id = ${user.id}
        WHERE w.id = a.webhook_id AND w.channel_id = a.channel_id AND w.deleted_at IS NULL
          AND (${overseer} OR m.role = 'manager' OR c.webhook_managers = 'members')) AS "opensLog"
    FROM notices n JOIN audit_entries a ON a.id = n.audit_entry_id
    WHERE n.user_id = ${user.id} AND ${among} AND ${canSee(user)} ORDER BY a.id DESC LIMIT ${MOST}`;
  const entries = await auditEntries(found.map(({ id }) => id));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return found.flatMap(({ id, seen, there, before, opensLog }) => {
    const entry = byId.get(`${id}`);
    return entry ? [{ ...discreet(entry, there, before), seen, opensLog }] : [];
  });
}

/** Returns how many notices are unseen, counting up to 100. Notices about muted people are listed but not counted. */
export async function countNotices(user: Recipient): Promise<NoticeCountDto> {
  const [row] = await db().$queryRaw<{ any: boolean; unseen: bigint; newest: bigint | null }[]>`
    SELECT EXISTS (
      SELECT FROM notices n JOIN audit_entries a ON a.id = n.audit_entry_id
      WHERE n.user_id = ${user.id} AND ${canSee(user)}) AS any, count(*) AS unseen, max(counted.id) AS newest
    FROM (
      SELECT n.audit_entry_id AS id FROM notices n JOIN audit_entries a ON a.id = n.audit_entry_id
      WHERE n.user_id = ${user.id} AND n.seen_at IS NULL AND ${canSee(user)}
        AND NOT EXISTS (SELECT FROM user_mutes u WHERE u.user_id = n.user_id AND u.muted_id = a.actor_id)
      ORDER BY n.audit_entry_id DESC LIMIT ${MOST}) counted`;
  const { any = false, unseen = 0n, newest = null } = row ?? {};
  return { any, unseen: Number(unseen), newest: newest === null ? null : `${newest}` };
}

function discreet(entry: AuditEntryDto, seesChannel: boolean, seesSource: boolean): AuditEntryDto {
  const { channel, ...changes } = entry.changes;
  const named = seesChannel ? {} : { channelId: null, channelName: "" };
  if (!channel) return { ...entry, ...named };
  const move = { from: seesSource ? channel.from : "", to: seesChannel ? channel.to : "" };
  return { ...entry, ...named, changes: { ...changes, channel: move } };
}

/**
 * Marks this person's notices up to this one as seen, except those in channels that they can't see now. Returns whether
 * any was new.
 */
export async function markSeen(user: Recipient, upTo: bigint): Promise<boolean> {
  const count = await db().$executeRaw`
    UPDATE notices n SET seen_at = now() FROM audit_entries a
    WHERE a.id = n.audit_entry_id AND n.user_id = ${user.id} AND n.seen_at IS NULL AND n.audit_entry_id <= ${upTo} AND ${canSee(user)}
      AND ${isActive(user.id)}`;
  return count > 0;
}
