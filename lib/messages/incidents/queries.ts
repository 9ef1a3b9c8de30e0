import { mayRead } from "@/lib/channels/access";
import type { ChannelKind } from "@/lib/channels/dto";
import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { INCIDENT_DAYS } from "@/lib/messages/cards/incidents";
import type { IncidentPageDto, IncidentPlacesDto } from "@/lib/messages/incidents/dto";
import type { IncidentFilter } from "@/lib/messages/incidents/schema";
import { messagesInChannels } from "@/lib/messages/read/queries";
import { asPerson } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { cursorText } from "@/lib/text/cursor";
import { page } from "@/lib/text/page";

const PAGE = 100;
const MOST_COUNTED = 100;
const MOST_PLACES = 200;

const open = (user: Pick<SessionUser, "id">): Prisma.Sql => Prisma.sql`
  i.closed_at IS NULL AND i.active_at > now() - make_interval(days => ${INCIDENT_DAYS})
  AND c.archived_at IS NULL AND ${mayRead(Prisma.sql`${user.id}`)}`;

const NOT_ACKNOWLEDGED = Prisma.sql`
  (i.acknowledged_at IS NULL OR i.reopened_at > i.acknowledged_at)`;

/** Returns a page of the open incidents in channels that the user may read: red before amber, the newest first. */
export async function incidentPage(user: SessionUser, filter: IncidentFilter): Promise<IncidentPageDto> {
  const { channel, tool, show, after } = filter;
  const conditions = [
    open(user),
    ...(channel === undefined ? [] : [Prisma.sql`i.channel_id = ${channel}`]),
    ...(tool === null ? [] : [Prisma.sql`i.tool = ${tool}`]),
    ...(show === "mine" ? [Prisma.sql`i.assigned_to_id = ${user.id}`] : []),
    ...(show === "unacknowledged" ? [NOT_ACKNOWLEDGED] : []),
    ...(after
      ? [
          Prisma.sql`(i.severity, i.opened_at, i.message_id)
            < (${after.severity}::incident_severity, ${after.at}::timestamptz, ${after.id})`,
        ]
      : []),
  ];
  const incidents = db().$queryRaw<{ id: bigint; severity: string; opened_at: Date; tool: string; can_act: boolean }[]>`
    SELECT i.message_id AS id, i.severity::text, i.opened_at, i.tool,
      EXISTS (SELECT FROM memberships m WHERE m.channel_id = c.id AND m.user_id = ${user.id}) AS can_act
    FROM incidents i JOIN channels c ON c.id = i.channel_id WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY i.severity DESC, i.opened_at DESC, i.message_id DESC LIMIT ${PAGE + 1}`;
  const [rows, places] = await Promise.all([incidents, placesOf(user)]);
  const found = await page(rows, {
    most: PAGE,
    cursorOf: ({ id, severity, opened_at: at }) => cursorText({ key: `${severity} ${at.toISOString()}`, id }),
    toItems: async (some) => {
      const messages = await messagesInChannels(
        user,
        some.map(({ id }) => id),
      );
      return some.map(({ id, tool: name, can_act: canAct }) => {
        const each = messages.get(`${id}`);
        // It may have been closed between the two reads.
        return each?.message.incident ? { ...each, incident: each.message.incident, tool: name, canAct } : null;
      });
    },
  });
  return { ...found, places };
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

/** Returns how many open incidents no one has acknowledged, at most 100; null if the user doesn't want the count. */
export async function countIncidents(user: Pick<SessionUser, "id">): Promise<number | null> {
  const [row] = await db().$queryRaw<{ count: bigint | null }[]>`
    SELECT CASE WHEN u.counts_incidents THEN (
      SELECT count(*) FROM (
        SELECT FROM incidents i JOIN channels c ON c.id = i.channel_id
        WHERE ${open(user)} AND ${NOT_ACKNOWLEDGED} LIMIT ${MOST_COUNTED}) counted) END AS count
    FROM users u WHERE u.id = ${user.id}`;
  return row?.count == null ? null : Number(row.count);
}

/** Sets whether the user's sidebar counts incidents. */
export async function setCountsIncidents(user: SessionUser, countsIncidents: boolean): Promise<void> {
  const data = { countsIncidents };
  await asPerson(user, (tx) => tx.user.update({ where: { id: user.id }, data, select: { id: true } }));
}
