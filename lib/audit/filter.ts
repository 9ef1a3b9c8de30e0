import { idAt } from "@/lib/audit/id-at";
import type { AuditQuery } from "@/lib/audit/schema";
import { dayStart, nextDay } from "@/lib/day-start";
import { Prisma } from "@/lib/db/generated/client";

/**
 * The filters of the log. A move matches both of its channels, and what one person does to another matches both people.
 */
export type AuditFilter = Pick<Partial<AuditQuery>, "kind"> & {
  channelId?: bigint | undefined;
  webhookId?: bigint | undefined;
  /** The actor, or the person it was done to. */
  personId?: bigint | undefined;
  /** Only entries since the first moment, and before the second. */
  since?: Date | undefined;
  until?: Date | undefined;
  /** Only entries older than this one. */
  before?: bigint | undefined;
};

// An entry's time is the start of its transaction, its id the time of the insert. They differ by at most this much.
const SLACK_MS = 60_000;

/** Returns the filter in the URL's parameters, for a reader in this time zone. */
export function auditFilter(query: AuditQuery, timeZone: string): AuditFilter {
  const { kind, channel, person, webhook, from, to, before } = query;
  return {
    kind,
    channelId: channel,
    webhookId: webhook,
    personId: person,
    since: (from && dayStart(from, timeZone)) || undefined,
    until: (to && dayStart(nextDay(to), timeZone)) || undefined,
    before,
  };
}

/**
 * Returns the query for the ids of the newest `count` entries that match the filter. A person or channel can be in
 * either of two columns, so each column is queried by its own index: an OR would read the whole log.
 */
export function newestIds(filter: AuditFilter, count: number): Prisma.Sql {
  const { channelId, personId } = filter;
  const people = personId === undefined ? [[]] : [[equal("actor_id", personId)], [equal("member_id", personId)]];
  const channels =
    channelId === undefined ? [[]] : [[equal("channel_id", channelId)], [equal("from_channel_id", channelId)]];
  const ways = people.flatMap((person) => channels.map((channel) => [...person, ...channel, ...conditions(filter)]));
  const walks = ways.map((way) => {
    const where = way.length > 0 ? Prisma.sql`WHERE ${Prisma.join(way, " AND ")}` : Prisma.empty;
    return Prisma.sql`(SELECT id FROM audit_entries ${where} ORDER BY id DESC LIMIT ${count})`;
  });
  return Prisma.sql`SELECT id FROM (${Prisma.join(walks, " UNION ")}) found ORDER BY id DESC LIMIT ${count}`;
}

function conditions({ kind, webhookId, since, until, before }: AuditFilter): Prisma.Sql[] {
  return [
    ...(kind === undefined ? [] : [Prisma.sql`kind = ${kind}`]),
    ...(webhookId === undefined ? [] : [equal("webhook_id", webhookId)]),
    ...(since === undefined ? [] : [Prisma.sql`created_at >= ${since} AND id >= ${idAt(since.getTime() - SLACK_MS)}`]),
    ...(until === undefined ? [] : [Prisma.sql`created_at < ${until} AND id < ${idAt(until.getTime() + SLACK_MS)}`]),
    ...(before === undefined ? [] : [Prisma.sql`id < ${before}`]),
  ];
}

function equal(column: string, id: bigint): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(column)} = ${id}`;
}
