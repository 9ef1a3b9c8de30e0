import { db } from "@/lib/db/client";
import { heavyRead } from "@/lib/db/heavy-read";
import { asPerson } from "@/lib/people/as-person";
import type { FirstDayDto, FirstStepsDto, NewChannelDto } from "@/lib/people/dto";
import type { SessionUser } from "@/lib/people/find-session-user";

// More would only hide the notifications and the picture; Browse has the rest.
const MOST_CHANNELS = 8;

/**
 * What the channel page shows someone on their first day: the owner the steps that set up a workspace, and everyone
 * else the channels that they can join. Null once they have dismissed it, or the owner has done everything.
 */
export async function firstDay(user: SessionUser): Promise<FirstDayDto | null> {
  const [me] = await db().$queryRaw<{ pictured: boolean; workspace: string | null }[]>`
    SELECT avatar_url IS NOT NULL AS pictured, (SELECT name FROM workspaces LIMIT 1) AS workspace
    FROM users WHERE id = ${user.id} AND first_day_ended_at IS NULL`;
  if (!me) return null;
  if (user.role !== "owner") {
    return { ...me, kind: "welcome", workspace: me.workspace ?? "Parley", channels: await newChannels(user) };
  }
  const [steps] = await db().$queryRaw<FirstStepsDto[]>`
    SELECT
      EXISTS (SELECT FROM workspaces w WHERE w.logo_url IS NOT NULL) AS "logoAdded",
      EXISTS (SELECT FROM users u WHERE u.id <> ${user.id}) AS "someoneJoined",
      EXISTS (SELECT FROM channels c WHERE c.kind <> 'direct' OFFSET 1) AS "channelMade",
      EXISTS (SELECT FROM webhooks) AS "webhookMade"`;
  return steps && Object.values(steps).includes(false) ? { kind: "steps", done: steps } : null;
}

/** The open public channels that they haven't joined, the most recently used first. */
async function newChannels(user: SessionUser): Promise<NewChannelDto[]> {
  type Row = Omit<NewChannelDto, "id" | "lastPostAt"> & { id: bigint; lastPostAt: Date | null };
  const rows = await heavyRead(
    user.id,
    (client) => client.$queryRaw<Row[]>`
    SELECT c.id, c.name, c.topic,
      (SELECT count(*)::int FROM memberships p WHERE p.channel_id = c.id) AS "memberCount",
      (SELECT m.created_at FROM messages m WHERE m.channel_id = c.id ORDER BY m.seq DESC LIMIT 1) AS "lastPostAt"
    FROM channels c
    WHERE c.kind = 'public' AND c.archived_at IS NULL
      AND NOT EXISTS (SELECT FROM memberships m WHERE m.channel_id = c.id AND m.user_id = ${user.id})
    ORDER BY "lastPostAt" DESC NULLS LAST, c.id LIMIT ${MOST_CHANNELS}`,
  );
  return rows.map((row) => ({ ...row, id: `${row.id}`, lastPostAt: row.lastPostAt?.toISOString() ?? null }));
}

/** Ends someone's first day: the page doesn't show it again, on any device. */
export async function endFirstDay(user: Pick<SessionUser, "id">): Promise<void> {
  const data = { firstDayEndedAt: new Date() };
  await asPerson(user, (tx) => tx.user.update({ where: { id: user.id }, data, select: { id: true } }));
}
