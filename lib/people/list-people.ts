import type { z } from "zod";
import { nameOrder, textHolds } from "@/lib/db/fold-name";
import { Prisma } from "@/lib/db/generated/client";
import { heavyRead } from "@/lib/db/heavy-read";
import { shownImage } from "@/lib/files/images/signed-url";
import type { PeopleCountsDto, PeopleFoundDto, PeoplePageDto, PersonDto, WorkspaceRole } from "@/lib/people/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import type { peopleSchema } from "@/lib/people/schema";
import { cursorText } from "@/lib/text/cursor";
import { page } from "@/lib/text/page";

// Why: docs/decisions/lists.md

/** The most people in one page of a list. */
export const PEOPLE_PAGE = 50;

/** The words to look for, the role, the order and where the previous page ended. */
export type PeopleFilter = Partial<z.output<typeof peopleSchema>>;

type Row = {
  id: bigint;
  key: string;
  name: string;
  email: string;
  avatar_url: string | null;
  role: WorkspaceRole;
  created_at: Date;
  deactivated: boolean;
  deleting?: boolean;
  two_step: boolean;
  active_on: string | null;
};

/** A page of the people who match the filter: active ones or, only for owners and admins, deactivated ones. */
export async function listPeople(viewer: SessionUser, filter: PeopleFilter = {}): Promise<PeoplePageDto> {
  if (filter.deactivated && viewer.role === "member") return { items: [], next: null };
  const { key, descends } = orderOf(viewer, filter);
  const { after } = filter;
  const sign = Prisma.raw(descends ? "<" : ">");
  const direction = Prisma.raw(descends ? "DESC" : "ASC");
  const behind = after
    ? Prisma.sql`AND (${key}, u.id) ${sign} (${after.key}::text COLLATE "C", ${after.id})`
    : Prisma.empty;
  const rows = await heavyRead(
    viewer.id,
    (client) => client.$queryRaw<Row[]>`
      SELECT p.id, p.key, p.name, p.email, p.avatar_url, p.role::text, p.created_at, p.deactivated_at IS NOT NULL AS deactivated,
        p.deleted_at IS NOT NULL AS deleting, ${hasTwoStep(Prisma.sql`p`)} AS two_step, ${activeOn(Prisma.sql`p`)}::text AS active_on
      FROM (
        SELECT u.*, ${key} AS key FROM users u WHERE ${isShown(filter)} AND ${passes(filter)} ${behind}
        ORDER BY ${key} ${direction}, u.id ${direction} LIMIT ${Prisma.raw(`${PEOPLE_PAGE + 1}`)}
      ) p ORDER BY p.key ${direction}, p.id ${direction}`,
  );
  const toItems = (some: readonly Row[]) => some.map((row) => toDto(row, viewer));
  return page(rows, { most: PEOPLE_PAGE, cursorOf: cursorText, toItems });
}

/** How many people match the filter. */
export async function countPeople(viewer: SessionUser, filter: PeopleFilter): Promise<PeopleCountsDto> {
  const [counts] = await heavyRead(
    viewer.id,
    (client) => client.$queryRaw<PeopleCountsDto[]>`
      SELECT count(*) FILTER (WHERE u.deactivated_at IS NULL)::int AS active,
        count(*) FILTER (WHERE ${isShown({ deactivated: true })})::int AS deactivated
      FROM users u WHERE ${passes(filter)}`,
  );
  if (!counts) throw new Error("No one was counted.");
  return viewer.role === "member" ? { ...counts, deactivated: 0 } : counts;
}

/**
 * The first active people by name whose name or email contains all of these words, at most `most`. With `outside`, only those
 * who aren't in this channel.
 */
export async function findByWords(
  viewer: SessionUser,
  { q, outside, most = PEOPLE_PAGE }: { q: string; outside?: bigint; most?: number },
): Promise<PeopleFoundDto> {
  const isOutside =
    outside === undefined
      ? Prisma.sql`true`
      : Prisma.sql`NOT EXISTS (SELECT FROM memberships m WHERE m.channel_id = ${outside} AND m.user_id = u.id)`;
  const rows = await heavyRead(
    viewer.id,
    (client) => client.$queryRaw<Omit<Row, "key">[]>`
      SELECT u.id, u.name, u.email, u.avatar_url, u.role::text, u.created_at, false AS deactivated
      FROM users u WHERE u.deactivated_at IS NULL AND ${passes({ q })} AND ${isOutside}
      ORDER BY ${NAME_KEY}, u.id LIMIT ${Prisma.raw(`${most + 1}`)}`,
  );
  return { people: rows.slice(0, most).map((row) => toDto(row, null)), more: rows.length > most };
}

const NAME_KEY = nameOrder(Prisma.sql`u.name`);
const ROLES = Prisma.sql`CASE u.role WHEN 'owner' THEN 0 WHEN 'admin' THEN 1 ELSE 2 END`;
const MOST = Prisma.raw("9999999999999");

function hasTwoStep(user: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(EXISTS (SELECT FROM authenticator_apps a WHERE a.user_id = ${user}.id)
    OR EXISTS (SELECT FROM passkeys a WHERE a.user_id = ${user}.id)
    OR EXISTS (SELECT FROM recovery_codes a WHERE a.user_id = ${user}.id))`;
}

// Only a day (in UTC), because presence isn't stored for others to look up.
function activeOn(user: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(greatest(${user}.signed_out_at, (
    SELECT max(s.last_seen_at) FROM sessions s WHERE s.user_id = ${user}.id)) AT TIME ZONE 'UTC')::date`;
}

/** Returns SQL for the key that the people `u` are sorted by, and whether it descends. Times sort from the newest. */
function orderOf(
  viewer: SessionUser,
  { sort = "name", order = "" }: PeopleFilter,
): { key: Prisma.Sql; descends: boolean } {
  const isReversed = order === "reversed";
  const number = numberToSort(sort, viewer.role !== "member");
  if (number === null) return { key: NAME_KEY, descends: isReversed };
  // People with the same number are always by name, so only the number is turned around.
  const digits = isReversed ? Prisma.sql`${MOST} - (${number})` : number;
  return { key: Prisma.sql`((lpad((${digits})::text, 13, '0') || ${NAME_KEY}) COLLATE "C")`, descends: false };
}

/** Returns SQL for the number of 13 digits that comes first in this order; null for the order by name. */
function numberToSort(sort: NonNullable<PeopleFilter["sort"]>, tells: boolean): Prisma.Sql | null {
  if (sort === "role") return ROLES;
  if (sort === "joined") return Prisma.sql`${MOST} - floor(extract(epoch FROM u.created_at) * 1000)::bigint`;
  if (!tells) return null;
  if (sort === "active") return Prisma.sql`${MOST} - coalesce(${activeOn(Prisma.sql`u`)} - date '1970-01-01', 0)`;
  return sort === "two-step" ? Prisma.sql`${hasTwoStep(Prisma.sql`u`)}::int` : null;
}

/** The SQL condition for whether the list shows the user `u`. Of deleted people, it shows those of whom something is left. */
function isShown({ deactivated = false }: PeopleFilter): Prisma.Sql {
  if (!deactivated) return Prisma.sql`u.deactivated_at IS NULL`;
  return Prisma.sql`u.deactivated_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM person_deletions d WHERE d.user_id = u.id AND d.ended_at IS NOT NULL)`;
}

/** The SQL condition for whether the user `u` matches the search and has the role. */
function passes({ q = "", role }: PeopleFilter): Prisma.Sql {
  const found = q.trim() === "" ? Prisma.sql`true` : textHolds(Prisma.sql`concat_ws(' ', u.name, u.email)`, q);
  return role ? Prisma.sql`${found} AND u.role = ${role}::workspace_role` : found;
}

/** Makes a row a person, as the viewer sees them; null for anyone. */
function toDto(row: Omit<Row, "key">, viewer: SessionUser | null): PersonDto {
  const { id, name, email, role, deactivated, deleting } = row;
  return {
    id: `${id}`,
    name,
    email,
    avatarUrl: shownImage(row.avatar_url, id),
    role,
    deactivated,
    createdAt: row.created_at.toISOString(),
    ...(deleting && { deleting }),
    ...(viewer && viewer.role !== "member" && { hasTwoStep: row.two_step, lastActiveOn: row.active_on }),
  };
}
