import { mayRead } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { INCIDENT_DAYS } from "@/lib/messages/cards/incidents";
import type { HistoryPageDto, OutageDto, OutageGroupDto } from "@/lib/messages/incidents/dto";
import type { HistoryFilter } from "@/lib/messages/incidents/schema";
import { messagesInChannels } from "@/lib/messages/read/queries";
import type { SessionUser } from "@/lib/people/find-session-user";
import { HOUR_MS, inPortions, type TimedJob } from "@/lib/process/repeat";
import { cursorText } from "@/lib/text/cursor";
import { page } from "@/lib/text/page";

// Why: docs/decisions/incidents.md

const KEPT_DAYS = 30;
const PAGE = 50;
// Only the latest outages are summed up, and only the places with the most.
const MOST_COUNTED = 5_000;
const MOST_GROUPS = 100;

type Row = {
  id: bigint;
  message_id: bigint;
  tool: string;
  place: string;
  opened_at: Date;
  acknowledged_at: Date | null;
  resolved_at: Date | null;
};

/** Returns a page of the outages in channels that the user may read, the latest first, and what each tool and place sums up to. */
export async function historyPage(user: SessionUser, filter: HistoryFilter): Promise<HistoryPageDto> {
  const { channel, tool, place, after } = filter;
  const there = Prisma.sql`c.archived_at IS NULL AND ${mayRead(Prisma.sql`${user.id}`)}
    ${channel === undefined ? Prisma.empty : Prisma.sql`AND o.channel_id = ${channel}`}`;
  const rows = db().$queryRaw<Row[]>`
    SELECT o.id, o.message_id, o.tool, o.place, o.opened_at, o.acknowledged_at, o.resolved_at
    FROM outages o JOIN channels c ON c.id = o.channel_id WHERE ${there}
      ${tool === null ? Prisma.empty : Prisma.sql`AND o.tool = ${tool}`}
      ${place === null ? Prisma.empty : Prisma.sql`AND o.place = ${place}`}
      ${after ? Prisma.sql`AND (o.opened_at, o.id) < (${after.at}::timestamptz, ${after.id})` : Prisma.empty}
    ORDER BY o.opened_at DESC, o.id DESC LIMIT ${PAGE + 1}`;
  const [outages, groups] = await Promise.all([rows, after ? [] : groupsOf(there)]);
  const found = await page(outages, {
    most: PAGE,
    cursorOf: ({ id, opened_at: at }) => cursorText({ key: at.toISOString(), id }),
    toItems: (some) => toItems(user, some),
  });
  return { ...found, groups };
}

async function groupsOf(there: Prisma.Sql): Promise<OutageGroupDto[]> {
  const median = (until: Prisma.Sql) => Prisma.sql`
    percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${until} - opened_at)::float8)`;
  return db().$queryRaw<OutageGroupDto[]>`
    SELECT tool, place, count(*)::int AS count, ${median(Prisma.sql`acknowledged_at`)} AS "toAcknowledge",
      ${median(Prisma.sql`resolved_at`)} AS "toResolve"
    FROM (
      SELECT o.tool, o.place, o.opened_at, o.acknowledged_at, o.resolved_at
      FROM outages o JOIN channels c ON c.id = o.channel_id WHERE ${there}
      ORDER BY o.opened_at DESC, o.id DESC LIMIT ${MOST_COUNTED}) latest
    GROUP BY tool, place ORDER BY count(*) DESC, tool, place LIMIT ${MOST_GROUPS}`;
}

async function toItems(user: SessionUser, rows: readonly Row[]): Promise<(OutageDto | null)[]> {
  const messages = await messagesInChannels(
    user,
    rows.map(({ message_id: id }) => id),
  );
  return rows.map((row) => {
    const each = messages.get(`${row.message_id}`);
    if (!each || each.message.deleted) return null;
    return {
      id: `${row.id}`,
      tool: row.tool,
      place: row.place,
      openedAt: row.opened_at.toISOString(),
      acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
      resolvedAt: row.resolved_at?.toISOString() ?? null,
      ...each,
    };
  });
}

export const oldOutagesJob: TimedJob = {
  name: "forget-outages",
  label: "Let incidents lapse and delete old outages",
  every: HOUR_MS,
  work: async () => {
    await lapseIncidents();
    await deleteOldOutages();
  },
  failure: "couldn't let incidents lapse and delete old outages",
};

/** Marks open incidents that lapsed, in portions, so that nothing that counts open ones reads them. */
export async function lapseIncidents(): Promise<void> {
  await inPortions(
    (atMost) => db().$executeRaw`
      UPDATE incidents SET lapsed = true WHERE message_id IN (
        SELECT message_id FROM incidents WHERE closed_at IS NULL AND NOT lapsed
          AND active_at <= now() - make_interval(days => ${INCIDENT_DAYS}) LIMIT ${atMost} FOR NO KEY UPDATE SKIP LOCKED)`,
  );
}

/** Deletes outages that ended 30 days ago, or began then and lapsed, in portions. */
export async function deleteOldOutages(): Promise<void> {
  const before = Prisma.sql`now() - make_interval(days => ${KEPT_DAYS})`;
  const old = [
    Prisma.sql`SELECT id FROM outages WHERE resolved_at < ${before} ORDER BY resolved_at, id`,
    Prisma.sql`SELECT o.id FROM outages o WHERE o.opened_at < ${before} AND o.resolved_at IS NULL AND NOT EXISTS (
      SELECT FROM incidents i WHERE i.message_id = o.message_id AND i.closed_at IS NULL AND i.active_at > ${before})
      ORDER BY o.opened_at, o.id`,
  ];
  for (const ids of old)
    await inPortions((atMost) => db().$executeRaw`DELETE FROM outages WHERE id IN (${ids} LIMIT ${atMost})`);
}
