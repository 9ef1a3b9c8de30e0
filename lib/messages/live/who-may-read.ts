import { db } from "@/lib/db/client";

/** Of the given users, those who may read the channel at this moment, with the session version that is valid for each. */
export async function whoMayRead(channelId: bigint, userIds: readonly bigint[]): Promise<Map<bigint, number>> {
  const rows = await db().$queryRaw<{ id: bigint; session_version: number }[]>`
    SELECT u.id, u.session_version FROM users u JOIN channels c ON c.id = ${channelId}
    WHERE u.id = ANY(${userIds}::bigint[]) AND u.deactivated_at IS NULL
      AND (c.kind = 'public' OR EXISTS (SELECT FROM memberships m WHERE m.channel_id = c.id AND m.user_id = u.id))`;
  return new Map(rows.map((row) => [row.id, row.session_version]));
}

/** Standing of users: the valid session version (absent when deactivated) and the channels they are members of. */
export type Standing = Map<bigint, { sessionVersion: number; memberOf: Set<bigint> }>;

export async function standingOf(userIds: readonly bigint[]): Promise<Standing> {
  const rows = await db().$queryRaw<{ id: bigint; session_version: number; member_of: bigint[] }[]>`
    SELECT u.id, u.session_version, ARRAY(SELECT m.channel_id FROM memberships m WHERE m.user_id = u.id) AS member_of
    FROM users u WHERE u.id = ANY(${userIds}::bigint[]) AND u.deactivated_at IS NULL`;
  return new Map(
    rows.map((row) => [row.id, { sessionVersion: row.session_version, memberOf: new Set(row.member_of) }]),
  );
}
