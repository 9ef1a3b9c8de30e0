import type { AuditQuery } from "@/lib/audit/schema";
import { Prisma } from "@/lib/db/generated/client";
import { dayStart, nextDay } from "@/lib/text/day-start";
import { idAt } from "@/lib/text/id-at";

/**
 * The filters and order of the log. A move matches both of its channels, and what one person does to another matches both people.
 */
export type AuditFilter = Partial<Pick<AuditQuery, "kind" | "sort" | "order" | "after">> & {
  channelId?: bigint | undefined;
  webhookId?: bigint | undefined;
  /** The actor, or the person it was done to. */
  personId?: bigint | undefined;
  /** Only entries since the first moment, and before the second. */
  since?: Date | undefined;
  until?: Date | undefined;
};

// An entry's time is the start of its transaction, its id the time of the insert. They differ by at most this much.
const SLACK_MS = 60_000;

/** Returns the filter in the URL's parameters, for a reader in this time zone. */
export function auditFilter(query: AuditQuery, timeZone: string): AuditFilter {
  const { kind, channel, person, webhook, from, to, sort, order, after } = query;
  return {
    kind,
    channelId: channel,
    webhookId: webhook,
    personId: person,
    since: (from && dayStart(from, timeZone)) || undefined,
    until: (to && dayStart(nextDay(to), timeZone)) || undefined,
    sort,
    order,
    after,
  };
}

// What the log is sorted by. Entries with the same key are sorted from the newest.
const KEYS = {
  when: Prisma.sql`''::text COLLATE "C"`,
  who: Prisma.sql`lower(coalesce(actor_name, '')) COLLATE "C"`,
  what: Prisma.sql`action COLLATE "C"`,
  network: Prisma.sql`coalesce(network, '') COLLATE "C"`,
};

/** SQL for the order of what `firstIds` returns. */
export function auditOrder({ order }: AuditFilter): Prisma.Sql {
  return order === "reversed" ? Prisma.sql`key DESC, -id DESC` : Prisma.sql`key, -id`;
}

/**
 * Returns the query for the ids and sort keys of the first `count` entries that match the filter. A person or channel
 * can be in either of two columns, so each column is queried by its own index: an OR would read the whole log.
 */
export function firstIds(filter: AuditFilter, count: number): Prisma.Sql {
  const { channelId, personId, sort = "when", order } = filter;
  const byTime = order === "reversed" ? Prisma.sql`id` : Prisma.sql`id DESC`;
  const walkOrder = sort === "when" ? byTime : auditOrder(filter);
  const people = personId === undefined ? [[]] : [[equal("actor_id", personId)], [equal("member_id", personId)]];
  const channels =
    channelId === undefined ? [[]] : [[equal("channel_id", channelId)], [equal("from_channel_id", channelId)]];
  const ways = people.flatMap((person) =>
    channels.map((channel) => [...person, ...channel, ...conditions(filter), ...behind(filter)]),
  );
  const walks = ways.map((way) => {
    const where = way.length > 0 ? Prisma.sql`WHERE ${Prisma.join(way, " AND ")}` : Prisma.empty;
    return Prisma.sql`(SELECT id, ${KEYS[sort]} AS key FROM audit_entries ${where} ORDER BY ${walkOrder} LIMIT ${count})`;
  });
  return Prisma.sql`SELECT id, key FROM (${Prisma.join(walks, " UNION ")}) found ORDER BY ${auditOrder(filter)} LIMIT ${count}`;
}

/** SQL for the entries after the cursor, in the words of the index that sorts them. */
function behind({ sort = "when", order, after }: AuditFilter): Prisma.Sql[] {
  if (!after) return [];
  const reversed = order === "reversed";
  if (sort === "when") return [reversed ? Prisma.sql`id > ${after.id}` : Prisma.sql`id < ${after.id}`];
  const further = reversed ? Prisma.sql`<` : Prisma.sql`>`;
  return [Prisma.sql`(${KEYS[sort]}, -id) ${further} (${after.key}::text COLLATE "C", -${after.id}::bigint)`];
}

function conditions({ kind, webhookId, since, until }: AuditFilter): Prisma.Sql[] {
  return [
    ...(kind === undefined ? [] : [Prisma.sql`kind = ${kind}`]),
    ...(webhookId === undefined ? [] : [equal("webhook_id", webhookId)]),
    ...(since === undefined ? [] : [Prisma.sql`created_at >= ${since} AND id >= ${idAt(since.getTime() - SLACK_MS)}`]),
    ...(until === undefined ? [] : [Prisma.sql`created_at < ${until} AND id < ${idAt(until.getTime() + SLACK_MS)}`]),
  ];
}

function equal(column: string, id: bigint): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(column)} = ${id}`;
}
