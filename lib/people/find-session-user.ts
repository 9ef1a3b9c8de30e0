import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { WorkspaceRole } from "@/lib/people/dto";
import { IS_RESTRICTED } from "@/lib/people/restricted";
import { log } from "@/lib/process/log";

// Why: docs/decisions/sessions.md

/** The user who sent a request, and their session. */
export type SessionUser = {
  id: bigint;
  name: string;
  email: string;
  avatarUrl: string | null;
  role: WorkspaceRole;
  /** As last reported by the browser; null or missing if unknown. */
  timeZone?: string | null;
  /** Whether others can see when this user is online or typing. */
  showsPresence: boolean;
  /** The channel that they opened last, on any device. */
  lastChannelId?: bigint | null;
  sessionId: bigint;
};

/**
 * Returns the active user of this session; null if it has ended, or they must set up two-step sign-in first. Records
 * that they were active, at most every five minutes.
 */
export async function findSessionUser(userId: bigint, sessionId: bigint): Promise<SessionUser | null> {
  return find(userId, sessionId, Prisma.raw(`NOT ${IS_RESTRICTED}`));
}

/** Returns the active user of this session if they can only set up two-step sign-in; null for everyone else. */
export async function findRestrictedUser(userId: bigint, sessionId: bigint): Promise<SessionUser | null> {
  return find(userId, sessionId, Prisma.raw(IS_RESTRICTED));
}

async function find(userId: bigint, sessionId: bigint, condition: Prisma.Sql): Promise<SessionUser | null> {
  const [row] = await db().$queryRaw<(SessionUser & { stale: boolean })[]>`
    SELECT u.id, u.name, u.email, u.avatar_url AS "avatarUrl", u.role::text AS role, u.time_zone AS "timeZone",
      u.shows_presence AS "showsPresence", u.last_channel_id AS "lastChannelId", s.id AS "sessionId",
      s.last_seen_at < now() - interval '5 minutes' AS stale
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${sessionId} AND s.user_id = ${userId} AND u.deactivated_at IS NULL AND ${condition}`;
  if (!row) return null;
  const { stale, ...user } = row;
  if (stale) {
    const data = { lastSeenAt: new Date() };
    db()
      .session.updateMany({ where: { id: sessionId }, data })
      .catch((error: unknown) => log.warn({ err: error }, "saving a session's last use failed"));
  }
  return user;
}
