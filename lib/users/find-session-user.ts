import { db } from "@/lib/db/client";
import { log } from "@/lib/log";
import type { WorkspaceRole } from "@/lib/users/dto";

/** The person behind a request, and the session by which they came. */
export type SessionUser = {
  id: bigint;
  name: string;
  email: string;
  avatarUrl: string | null;
  role: WorkspaceRole;
  sessionId: bigint;
};

/** The active person who is signed in by this session, or null when it has ended. Notes that they were here, at most every five minutes. */
export async function findSessionUser(userId: bigint, sessionId: bigint): Promise<SessionUser | null> {
  const [row] = await db().$queryRaw<(SessionUser & { unseen: boolean })[]>`
    SELECT u.id, u.name, u.email, u.avatar_url AS "avatarUrl", u.role::text AS role, s.id AS "sessionId",
      s.last_seen_at < now() - interval '5 minutes' AS unseen
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${sessionId} AND s.user_id = ${userId} AND u.deactivated_at IS NULL`;
  if (!row) return null;
  const { unseen, ...user } = row;
  if (unseen) {
    const data = { lastSeenAt: new Date() };
    db()
      .session.updateMany({ where: { id: sessionId }, data })
      .catch((error: unknown) => log.warn({ err: error }, "a session's last use could not be noted"));
  }
  return user;
}
