import type { AuditReader } from "@/lib/audit/access";
import { isAuditAction, kindOf } from "@/lib/audit/actions";
import type { AuditChoicesDto, AuditEntryDto, AuditPageDto } from "@/lib/audit/dto";
import { type AuditFilter, auditOrder, firstIds } from "@/lib/audit/filter";
import { auditDetailsSchema } from "@/lib/audit/schema";
import { db } from "@/lib/db/client";
import { nameOrder } from "@/lib/db/fold-name";
import { Prisma } from "@/lib/db/generated/client";
import { heavyRead, type ReadingClient } from "@/lib/db/heavy-read";
import { shownImage } from "@/lib/files/images/signed-url";
import { cursorText } from "@/lib/text/cursor";
import { PAGE_BYTES, page } from "@/lib/text/page";

const PAGE = 50;

/** Returns the entries that match the filter in its order, at most `count`. */
export async function auditPage(
  { user }: AuditReader,
  filter: AuditFilter,
  count = PAGE,
  bytes = PAGE_BYTES,
): Promise<AuditPageDto> {
  const found = await heavyRead(user.id, (client) =>
    entriesAmong(client, firstIds(filter, count + 1), auditOrder(filter)),
  );
  return page(found, { most: count, bytes, cursorOf: cursorText, toItems: (some) => some.map(toEntryDto) });
}

/** Returns the entries with these ids, newest first. The caller must have checked that the reader may see them. */
export async function auditEntries(ids: readonly bigint[]): Promise<AuditEntryDto[]> {
  return (
    await entriesAmong(db(), Prisma.sql`SELECT unnest(${[...ids]}::bigint[]) AS id, '' AS key`, auditOrder({}))
  ).flatMap((row) => toEntryDto(row) ?? []);
}

function entriesAmong(
  client: ReadingClient | ReturnType<typeof db>,
  ids: Prisma.Sql,
  order: Prisma.Sql,
): Promise<Row[]> {
  return client.$queryRaw<Row[]>`
    SELECT id, key, a.actor_id, a.actor_name, u.avatar_url, a.action, a.channel_id, a.channel_name, a.webhook_id, a.webhook_name,
      a.member_id, a.member_name, a.network, a.times, a.details, a.created_at
    FROM (${ids}) found
    JOIN audit_entries a USING (id)
    LEFT JOIN (SELECT id AS actor_id, avatar_url FROM users) u USING (actor_id)
    ORDER BY ${order}`;
}

// More would only make the page slow to load.
const MOST_CHOICES = 500;

/** Returns the channels and people with the latest entries in the log, at most 500 each, and the chosen ones, by name. */
export async function auditChoices(
  _: AuditReader,
  chosen: { channel?: bigint | undefined; person?: bigint | undefined } = {},
): Promise<AuditChoicesDto> {
  type Choice = { id: bigint; name: string };
  // For each name, the database looks up one entry; otherwise it reads the whole log to join it.
  const latest = (column: "channel_id" | "actor_id" | "member_id", of: "c" | "u") => Prisma.sql`(
    SELECT a.id FROM audit_entries a WHERE a.${Prisma.raw(column)} = ${Prisma.raw(of)}.id ORDER BY a.id DESC LIMIT 1)`;
  const [channels, people] = await Promise.all([
    db().$queryRaw<Choice[]>`
      SELECT id, name FROM (
        SELECT * FROM (SELECT c.id, c.name, ${latest("channel_id", "c")} AS latest FROM channels c WHERE c.kind <> 'direct') c
        WHERE latest IS NOT NULL ORDER BY id = ${chosen.channel ?? 0n} DESC, latest DESC LIMIT ${MOST_CHOICES}) c
      ORDER BY ${nameOrder(Prisma.sql`c.name`)}, c.id`,
    db().$queryRaw<Choice[]>`
      SELECT id, name FROM (
        SELECT * FROM (
          SELECT u.id, u.name, greatest(${latest("actor_id", "u")}, ${latest("member_id", "u")}) AS latest FROM users u) u
        WHERE latest IS NOT NULL ORDER BY id = ${chosen.person ?? 0n} DESC, latest DESC LIMIT ${MOST_CHOICES}) u
      ORDER BY lower(u.name), u.id`,
  ]);
  const toDto = ({ id, name }: Choice) => ({ id: `${id}`, name });
  return { channels: channels.map(toDto), people: people.map(toDto) };
}

type Row = {
  id: bigint;
  /** The sort key. */
  key: string;
  actor_id: bigint | null;
  actor_name: string | null;
  avatar_url: string | null;
  action: string;
  channel_id: bigint | null;
  channel_name: string | null;
  webhook_id: bigint | null;
  webhook_name: string | null;
  member_id: bigint | null;
  member_name: string | null;
  network: string | null;
  times: number;
  details: unknown;
  created_at: Date;
};

function toEntryDto(row: Row): AuditEntryDto | null {
  const { action } = row;
  if (!isAuditAction(action)) return null;
  const {
    messageId = null,
    messageSeq,
    invite = null,
    reason = null,
    silentHours = null,
    cardVersion = null,
    cardKind,
    things,
    rule,
    expired = null,
    deleted = null,
    imported = null,
    group = null,
    emoji = null,
    ...changes
  } = auditDetailsSchema.catch({}).parse(row.details);
  return {
    id: `${row.id}`,
    kind: kindOf(action),
    action,
    actorId: text(row.actor_id),
    actorName: row.actor_name,
    actorAvatarUrl: shownImage(row.avatar_url, row.actor_id),
    channelId: text(row.channel_id),
    channelName: row.channel_name,
    webhookId: text(row.webhook_id),
    webhookName: row.webhook_name,
    memberId: text(row.member_id),
    memberName: row.member_name,
    network: row.network,
    times: row.times,
    changes: changes as AuditEntryDto["changes"],
    messageId,
    messageSeq,
    invite,
    reason,
    silentHours,
    cardVersion,
    cardKind,
    things,
    rule,
    expired,
    deleted,
    imported,
    group,
    emoji,
    createdAt: row.created_at.toISOString(),
  };
}

function text(id: bigint | null): string | null {
  return id === null ? null : `${id}`;
}
