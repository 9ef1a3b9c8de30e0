import { type AccessibleChannel, mayRead, requireChannel } from "@/lib/channels/access";
import type { ChannelKind } from "@/lib/channels/dto";
import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { INCIDENT_DAYS } from "@/lib/messages/cards/incidents";
import type { IncidentPageDto, IncidentPlacesDto, ResolvedItemDto } from "@/lib/messages/incidents/dto";
import type { IncidentFilter } from "@/lib/messages/incidents/schema";
import { messagesInChannels } from "@/lib/messages/read/queries";
import { asPerson } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { cursorText } from "@/lib/text/cursor";
import { isAppError } from "@/lib/text/errors";
import { page } from "@/lib/text/page";

const PAGE = 100;
const MOST_COUNTED = 100;
const MOST_PLACES = 200;
// More than anyone works through. Their number is exact up to here.
const MOST_OPEN = 10_000;
const MOST_RESOLVED = 100;

const IS_OPEN = Prisma.sql`
  (i.closed_at IS NULL AND NOT i.lapsed AND i.active_at > now() - make_interval(days => ${INCIDENT_DAYS}))`;

const open = (user: Pick<SessionUser, "id">): Prisma.Sql => Prisma.sql`
  ${IS_OPEN} AND c.archived_at IS NULL AND ${mayRead(Prisma.sql`${user.id}`)}`;

const NOT_ACKNOWLEDGED = Prisma.sql`
  (i.acknowledged_at IS NULL OR i.reopened_at > i.acknowledged_at)`;

// Like `isTaken` of lib/messages/dto.ts.
const NEEDS_SOMEONE = Prisma.sql`(${NOT_ACKNOWLEDGED} AND i.assigned_to_id IS NULL)`;

// By what the payload says, or else by the card's color.
const RANK = Prisma.sql`(CASE i.level WHEN 'critical' THEN 4 WHEN 'high' THEN 3 WHEN 'medium' THEN 2 WHEN 'low' THEN 1
  ELSE CASE i.severity WHEN 'danger' THEN 3 ELSE 2 END END)`;

const isMember = (user: Pick<SessionUser, "id">): Prisma.Sql => Prisma.sql`
  EXISTS (SELECT FROM memberships m WHERE m.channel_id = c.id AND m.user_id = ${user.id})`;

const mayMark = (user: Pick<SessionUser, "id" | "role">): Prisma.Sql => Prisma.sql`
  EXISTS (SELECT FROM memberships m WHERE m.channel_id = c.id AND m.user_id = ${user.id}
    AND (${user.role !== "member"} OR m.role = 'manager' OR c.webhook_managers = 'members'))`;

type Shown = Pick<IncidentFilter, "channel" | "tool" | "show">;

function filtered(user: SessionUser, { channel, tool, show }: Shown): Prisma.Sql {
  return Prisma.join(
    [
      ...(channel === undefined ? [] : [Prisma.sql`i.channel_id = ${channel}`]),
      ...(tool === null ? [] : [Prisma.sql`i.tool = ${tool}`]),
      ...(show === "mine" ? [Prisma.sql`i.assigned_to_id = ${user.id}`] : []),
      Prisma.sql`true`,
    ],
    " AND ",
  );
}

type Row = {
  id: bigint;
  needs: number;
  rank: number;
  opened_at: Date;
  tool: string;
  can_act: boolean;
  can_mark: boolean;
};

/**
 * Returns a page of the open incidents in channels that the user may read: first those that need someone, the worst and
 * newest first. The first page also counts them and has what was resolved.
 */
export async function incidentPage(user: SessionUser, filter: IncidentFilter): Promise<IncidentPageDto> {
  const { show, after } = filter;
  const conditions = [open(user), filtered(user, filter), ...(show === "unacknowledged" ? [NOT_ACKNOWLEDGED] : [])];
  const shown = Prisma.sql`
    SELECT i.message_id, i.opened_at, i.tool, ${NEEDS_SOMEONE}::int AS needs, ${RANK} AS rank,
      ${isMember(user)} AS can_act, ${mayMark(user)} AS can_mark
    FROM incidents i JOIN channels c ON c.id = i.channel_id WHERE ${Prisma.join(conditions, " AND ")}`;
  const older = after
    ? Prisma.sql`(needs, rank, opened_at, message_id) < (${after.needs}, ${after.rank}, ${after.at}::timestamptz, ${after.id})`
    : Prisma.sql`true`;
  const incidents = db().$queryRaw<Row[]>`
    SELECT message_id AS id, needs, rank, opened_at, tool, can_act, can_mark FROM (${shown}) i WHERE ${older}
    ORDER BY needs DESC, rank DESC, opened_at DESC, message_id DESC LIMIT ${PAGE + 1}`;
  const [rows, places, counts, resolved] = await Promise.all([
    incidents,
    placesOf(user),
    after ? null : countsOf(shown),
    after || show === "unacknowledged" ? [] : resolvedToday(user, filter),
  ]);
  const found = await page(rows, {
    most: PAGE,
    cursorOf: ({ id, needs, rank, opened_at: at }) => cursorText({ key: `${needs} ${rank} ${at.toISOString()}`, id }),
    toItems: async (some) => {
      const messages = await messagesInChannels(
        user,
        some.map(({ id }) => id),
      );
      return some.map(({ id, tool, can_act: canAct, can_mark: canMark }) => {
        const each = messages.get(`${id}`);
        // It may have been closed between the two reads.
        return each?.message.incident ? { ...each, incident: each.message.incident, tool, canAct, canMark } : null;
      });
    },
  });
  return { ...found, places, ...counts, resolved };
}

async function countsOf(shown: Prisma.Sql): Promise<Pick<IncidentPageDto, "needing" | "taken">> {
  const rows = await db().$queryRaw<{ needs: number; count: number; seconds: number }[]>`
    SELECT needs, count(*)::int AS count, sum(extract(epoch FROM now() - opened_at))::float8 AS seconds
    FROM (${shown} LIMIT ${MOST_OPEN}) i GROUP BY needs`;
  const of = (needs: number) => {
    const { count = 0, seconds = 0 } = rows.find((row) => row.needs === needs) ?? {};
    return { count, seconds: Math.max(0, Math.round(seconds)) };
  };
  return { needing: of(1), taken: of(0) };
}

type ResolvedRow = {
  id: bigint;
  message_id: bigint;
  opened_at: Date;
  resolved_at: Date;
  tool: string;
  can_act: boolean;
  is_last: boolean;
};

/** Returns the outages that ended within the last 24 hours, of which the reader's today is a part, the latest first. */
async function resolvedToday(user: SessionUser, filter: Shown): Promise<ResolvedItemDto[]> {
  const rows = await db().$queryRaw<ResolvedRow[]>`
    SELECT o.id, o.message_id, o.opened_at, o.resolved_at, o.tool, ${isMember(user)} AS can_act,
      i.closed_at = o.resolved_at AS is_last
    FROM outages o JOIN channels c ON c.id = o.channel_id JOIN incidents i ON i.message_id = o.message_id
    WHERE o.resolved_at > now() - interval '24 hours' AND c.archived_at IS NULL AND ${mayRead(Prisma.sql`${user.id}`)}
      AND ${filtered(user, filter)}
    ORDER BY o.resolved_at DESC, o.id DESC LIMIT ${MOST_RESOLVED}`;
  // Only the latest, if they are long.
  const { items } = await page(rows, {
    most: MOST_RESOLVED,
    cursorOf: ({ id }) => `${id}`,
    toItems: async (some) => {
      const messages = await messagesInChannels(
        user,
        some.map(({ message_id: id }) => id),
      );
      return some.map((row) => {
        const each = messages.get(`${row.message_id}`);
        if (!each || each.message.deleted) return null;
        const closedBy = (row.is_last && each.message.closedIncident?.by) || null;
        const times = { openedAt: row.opened_at.toISOString(), resolvedAt: row.resolved_at.toISOString() };
        return { id: `${row.id}`, ...each, ...times, closedBy, tool: row.tool, canAct: row.can_act };
      });
    },
  });
  return items;
}

/** Returns the channel that a message is in, or null if the user can't see it or there's no such message. */
export async function channelOfMessage(user: SessionUser, id: bigint): Promise<AccessibleChannel | null> {
  const message = await db().message.findUnique({ where: { id }, select: { channelId: true } });
  if (!message) return null;
  return requireChannel(user, message.channelId).catch((error: unknown) => {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  });
}

async function placesOf(user: SessionUser): Promise<IncidentPlacesDto> {
  const [channels, tools] = await Promise.all([
    db().$queryRaw<{ id: bigint; name: string; kind: ChannelKind }[]>`
      SELECT DISTINCT c.id, c.name, c.kind::text AS kind FROM incidents i JOIN channels c ON c.id = i.channel_id
      WHERE ${open(user)} ORDER BY c.name, c.id LIMIT ${MOST_PLACES}`,
    db().$queryRaw<{ tool: string }[]>`
      SELECT DISTINCT i.tool FROM incidents i JOIN channels c ON c.id = i.channel_id
      WHERE ${open(user)} ORDER BY i.tool LIMIT ${MOST_PLACES}`,
  ]);
  const nameOf = await namesFor(user, channels);
  return {
    channels: channels.map((channel) => ({
      id: `${channel.id}`,
      kind: channel.kind,
      name: nameOf(channel).name,
    })),
    tools: tools.map(({ tool }) => tool),
  };
}

/**
 * Returns how many open incidents need someone in the user's channels, at most 100; null if none of these has had one, or
 * the user doesn't want the count.
 */
export async function countIncidents(user: Pick<SessionUser, "id">): Promise<number | null> {
  // OFFSET 0 makes PostgreSQL look up each channel. It would read all incidents if none is in these channels.
  const had = Prisma.sql`SELECT FROM memberships m WHERE m.user_id = ${user.id}
    AND EXISTS (SELECT FROM incidents i WHERE i.channel_id = m.channel_id OFFSET 0)`;
  const needing = Prisma.sql`SELECT FROM memberships m
    CROSS JOIN LATERAL (SELECT FROM incidents i WHERE i.channel_id = m.channel_id AND ${IS_OPEN} AND ${NEEDS_SOMEONE} OFFSET 0) i
    CROSS JOIN LATERAL (SELECT FROM channels c WHERE c.id = m.channel_id AND c.archived_at IS NULL OFFSET 0) c
    WHERE m.user_id = ${user.id} LIMIT ${MOST_COUNTED}`;
  const [row] = await db().$queryRaw<{ count: bigint | null }[]>`
    SELECT CASE WHEN u.counts_incidents AND EXISTS (${had}) THEN (SELECT count(*) FROM (${needing}) counted) END AS count
    FROM users u WHERE u.id = ${user.id}`;
  return row?.count == null ? null : Number(row.count);
}

/** Returns whether the user's sidebar counts incidents. */
export async function countsIncidents({ id }: SessionUser): Promise<boolean> {
  const select = { countsIncidents: true } as const;
  return (await db().user.findUniqueOrThrow({ where: { id }, select })).countsIncidents;
}

/** Sets whether the user's sidebar counts incidents. */
export async function setCountsIncidents(user: SessionUser, on: boolean): Promise<void> {
  const data = { countsIncidents: on };
  await asPerson(user, (tx) => tx.user.update({ where: { id: user.id }, data, select: { id: true } }));
}
