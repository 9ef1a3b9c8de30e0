import type { z } from "zod";
import { nameOrder, textHolds } from "@/lib/db/fold-name";
import { Prisma } from "@/lib/db/generated/client";
import { heavyRead } from "@/lib/db/heavy-read";
import { shownImage } from "@/lib/files/images/signed-url";
import type { SessionUser } from "@/lib/people/find-session-user";
import { cursorText } from "@/lib/text/cursor";
import { PAGE_BYTES, page } from "@/lib/text/page";
import type { WebhookCountsDto, WorkspaceWebhookDto, WorkspaceWebhooksDto } from "@/lib/webhooks/dto";
import { stateOf } from "@/lib/webhooks/queries";
import type { allWebhooksSchema } from "@/lib/webhooks/schema";
import { silentSince } from "@/lib/webhooks/silence";

const PAGE = 100;
// A longer list wouldn't help, and the search finds channels too.
const MOST_CHANNELS = 200;

/** The list's filter and sort order. `after` is the previous page's cursor. */
export type AllWebhooksFilter = Partial<z.output<typeof allWebhooksSchema>>;

type Row = {
  id: bigint;
  /** The sort key. */
  key: string;
  /** The text that is searched. */
  said: string;
  name: string;
  description: string;
  avatarUrl: string | null;
  pausedAt: Date | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  lastErrorAt: Date | null;
  lastError: string | null;
  failing: boolean;
  failedInRow: number;
  expectedEveryHours: number | null;
  expectedSince: Date | null;
  silentSince: Date | null;
  channelId: bigint;
  channelName: string | null;
  channelKind: WorkspaceWebhookDto["channelKind"];
  channelArchived: boolean;
  canManage: boolean;
  creatorName: string | null;
  creatorDeactivated: boolean;
};

/**
 * Returns one page of the webhooks that the person may manage, in all channels. Owners and admins see all webhooks, so
 * that they can find a failing or leaked one, but have to be in its channel to manage it.
 */
export async function allWebhooks(user: SessionUser, filter: AllWebhooksFilter = {}): Promise<WorkspaceWebhooksDto> {
  const { sort = "name", order, after } = filter;
  const [further, direction] =
    order === "reversed" ? [Prisma.sql`<`, Prisma.sql`DESC`] : [Prisma.sql`>`, Prisma.sql`ASC`];
  const behind = after
    ? Prisma.sql`WHERE (key, id) ${further} (${after.key}::text COLLATE "C", ${after.id})`
    : Prisma.empty;
  const rows = await heavyRead(
    user.id,
    (client) => client.$queryRaw<Row[]>`
      SELECT * FROM (SELECT w.*, ${KEYS[sort]} AS key FROM (${visibleTo(user)}) w WHERE ${passes(filter)}) found
      ${behind} ORDER BY key ${direction}, id ${direction} LIMIT ${PAGE + 1}`,
  );
  return page(rows, { most: PAGE, bytes: PAGE_BYTES / 2, cursorOf: cursorText, toItems: (some) => some.map(toDto) });
}

/** Counts the person's webhooks, in total and with this filter, and lists the channels to filter by. */
export async function countWebhooks(user: SessionUser, filter: AllWebhooksFilter = {}): Promise<WebhookCountsDto> {
  type Counts = { found: bigint; all: bigint };
  type Channel = { id: bigint; name: string | null; count: bigint };
  return heavyRead(user.id, async (client) => {
    const [counts] = await client.$queryRaw<Counts[]>`
      SELECT count(*) AS "all", count(*) FILTER (WHERE ${passes(filter)}) AS found FROM (${visibleTo(user)}) w`;
    const channels = await client.$queryRaw<Channel[]>`
      SELECT id, name, count FROM (
        SELECT "channelId" AS id, "channelName" AS name, count(*),
          row_number() OVER (ORDER BY ${nameOrder(Prisma.sql`"channelName"`)}, "channelId") AS place
        FROM (${visibleTo(user)}) w GROUP BY "channelId", "channelName"
      ) c WHERE place <= ${MOST_CHANNELS} OR id = ${filter.channel ?? null} ORDER BY place`;
    return {
      found: Number(counts?.found),
      all: Number(counts?.all),
      channels: channels.map(({ id, name, count }) => ({ id: `${id}`, name, count: Number(count) })),
    };
  });
}

const NAME_KEY = nameOrder(Prisma.sql`w.name`);

/**
 * SQL for the webhooks that the person sees. Leaves out the names of other people's direct messages. The OFFSET makes
 * PostgreSQL build the searched text once per row instead of at each use.
 */
function visibleTo(user: SessionUser): Prisma.Sql {
  const overseer = user.role !== "member";
  return Prisma.sql`
    SELECT * FROM (
      SELECT w.id, w.name, w.description, w.avatar_url AS "avatarUrl", w.paused_at AS "pausedAt",
        w.created_at AS "createdAt", w.last_used_at AS "lastUsedAt", w.last_error_at AS "lastErrorAt",
        w.last_error AS "lastError", w.failing, w.failed_in_row AS "failedInRow", w.expected_every_hours AS "expectedEveryHours",
        w.expected_since AS "expectedSince", w.silent_since AS "silentSince", c.id AS "channelId",
        CASE WHEN c.kind <> 'direct' OR m.user_id IS NOT NULL THEN c.name END AS "channelName", c.kind::text AS "channelKind",
        c.archived_at IS NOT NULL AS "channelArchived",
        m.user_id IS NOT NULL AND (${overseer} OR m.role = 'manager' OR c.webhook_managers = 'members') AS "canManage",
        u.name AS "creatorName", u.deactivated_at IS NOT NULL AS "creatorDeactivated",
        concat_ws(' ', w.name, w.description,
          CASE WHEN c.kind <> 'direct' OR m.user_id IS NOT NULL THEN '#' || c.name ELSE 'Direct message' END, u.name) AS said
      FROM webhooks w
      JOIN channels c ON c.id = w.channel_id
      LEFT JOIN memberships m ON m.channel_id = c.id AND m.user_id = ${user.id}
      LEFT JOIN users u ON u.id = w.created_by_id
      WHERE w.deleted_at IS NULL
    ) seen
    WHERE "canManage" OR ${overseer} OFFSET 0`;
}

/** SQL for whether the webhook `w` passes the filter. */
function passes({ q = "", state, channel }: AllWebhooksFilter): Prisma.Sql {
  return Prisma.join(
    [
      Prisma.sql`true`,
      ...(q.trim() === "" ? [] : [textHolds(Prisma.sql`w.said`, q)]),
      ...(state === undefined ? [] : [STATES[state]]),
      ...(channel === undefined ? [] : [Prisma.sql`w."channelId" = ${channel}`]),
    ],
    " AND ",
  );
}

const IS_SILENT = Prisma.sql`coalesce(w."expectedEveryHours" IS NOT NULL
  AND w."silentSince" >= greatest(w."lastUsedAt", w."expectedSince"), false)`;

// Must agree with `stateOf`.
const STATES = {
  paused: Prisma.sql`w."pausedAt" IS NOT NULL`,
  failing: Prisma.sql`w."pausedAt" IS NULL AND w.failing`,
  silent: Prisma.sql`w."pausedAt" IS NULL AND NOT w.failing AND ${IS_SILENT}`,
  active: Prisma.sql`w."pausedAt" IS NULL AND NOT w.failing AND NOT ${IS_SILENT}`,
};

// Each key sorts upwards as bytes, so times and ids are subtracted from a maximum to put the newest first.
const KEYS = {
  name: NAME_KEY,
  // Nameless channels come last, whatever the language of the others' names. With a space instead of chr(1), the webhooks
  // of "builds" and "builds-main" would be mixed.
  channel: Prisma.sql`concat(w."channelName" IS NULL, ${nameOrder(Prisma.sql`w."channelName"`)}, chr(1), ${NAME_KEY})`,
  state: Prisma.sql`CASE WHEN ${STATES.failing} THEN '0' WHEN ${STATES.silent} THEN '1' WHEN ${STATES.active} THEN '2' ELSE '3' END
    || ' ' || ${NAME_KEY}`,
  used: Prisma.sql`coalesce(lpad((9999999999999 - floor(extract(epoch FROM w."lastUsedAt") * 1000))::text, 13, '0'), '~')
    || ' ' || ${NAME_KEY}`,
  created: Prisma.sql`lpad((9223372036854775807 - w.id)::text, 19, '0') COLLATE "C"`,
};

function toDto({ key: _key, said: _said, pausedAt, failing, expectedSince, ...row }: Row): WorkspaceWebhookDto {
  return {
    ...row,
    id: `${row.id}`,
    avatarUrl: shownImage(row.avatarUrl, row.id),
    state: stateOf({ ...row, pausedAt, failing, expectedSince }),
    channelId: `${row.channelId}`,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastErrorAt: row.lastErrorAt?.toISOString() ?? null,
    silentSince: silentSince({ ...row, pausedAt, expectedSince })?.toISOString() ?? null,
  };
}
