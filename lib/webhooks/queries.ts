import type { AccessibleChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { markIn } from "@/lib/files/images/mark-avatar";
import { shownImage } from "@/lib/files/images/signed-url";
import type { SessionUser } from "@/lib/people/find-session-user";
import { todayStart } from "@/lib/text/day-start";
import type {
  ChannelWebhookDto,
  KnownWebhooksDto,
  ListedWebhookDto,
  WebhookDto,
  WebhookState,
} from "@/lib/webhooks/dto";
import { defaultAvatarOf } from "@/lib/webhooks/senders/sender-marks";
import { mayHaveThings } from "@/lib/webhooks/senders/sender-things";
import { schemeNamed } from "@/lib/webhooks/senders/signature-schemes";
import { silentSince } from "@/lib/webhooks/silence";

export const webhookSelect = {
  id: true,
  channelId: true,
  name: true,
  description: true,
  avatarUrl: true,
  pausedAt: true,
  createdAt: true,
  lastUsedAt: true,
  lastErrorAt: true,
  lastError: true,
  failing: true,
  failedInRow: true,
  expectedEveryHours: true,
  expectedSince: true,
  silentSince: true,
  signingSecret: true,
  signatureScheme: true,
  sender: true,
  takesAnyJson: true,
  updatesCards: true,
  oneLine: true,
  gathersAll: true,
  cardVersion: true,
  createdById: true,
  createdBy: { select: { name: true } },
  notIncidents: { select: { kind: true }, orderBy: { kind: "asc" } },
} satisfies Prisma.WebhookSelect;

// A channel has 50, and more only if others were moved to it. A longer list to choose from wouldn't help.
const MOST_LISTED = 500;

export type WebhookRow = Prisma.WebhookGetPayload<{ select: typeof webhookSelect }>;

/** Lists the channel's webhooks, newest first, with today's requests: those since midnight in this time zone. */
export async function listWebhooks(
  { user, channel }: AccessibleChannel,
  timeZone = "UTC",
): Promise<ListedWebhookDto[]> {
  const [rows, counts] = await Promise.all([
    db().webhook.findMany({
      where: { channelId: channel.id, deletedAt: null },
      orderBy: { id: "desc" },
      take: MOST_LISTED,
      select: webhookSelect,
    }),
    countRequests(channel.id, todayStart(timeZone)),
  ]);
  return rows.map((row) => ({ ...toWebhookDto(row, user), today: counts.get(row.id) ?? { requests: 0, failed: 0 } }));
}

/** Counts the requests to each of the channel's webhooks since the hour of this time. */
async function countRequests(channelId: bigint, since: Date): Promise<Map<bigint, ListedWebhookDto["today"]>> {
  const rows = await db().$queryRaw<{ id: bigint; requests: bigint; failed: bigint }[]>`
    SELECT w.id, sum(h.requests) AS requests, sum(h.failed) AS failed
    FROM webhooks w JOIN webhook_hours h ON h.webhook_id = w.id
    WHERE w.channel_id = ${channelId} AND w.deleted_at IS NULL AND h.hour >= date_trunc('hour', ${since}::timestamptz, 'UTC')
    GROUP BY w.id ORDER BY w.id DESC LIMIT ${MOST_LISTED}`;
  return new Map(rows.map(({ id, requests, failed }) => [id, { requests: Number(requests), failed: Number(failed) }]));
}

type Condition = Pick<
  WebhookRow,
  "pausedAt" | "failing" | "lastUsedAt" | "expectedEveryHours" | "expectedSince" | "silentSince"
>;

/** Returns the webhook's state. What failing means: lib/webhooks/deliveries/failing.ts. */
export function stateOf(row: Condition): WebhookState {
  if (row.pausedAt) return "paused";
  if (row.failing) return "failing";
  return silentSince(row) ? "silent" : "active";
}

/** Returns the avatar that someone gave a webhook; null if it has its tool's logo or a generated one. */
export function givenAvatar({ avatarUrl }: Pick<WebhookRow, "avatarUrl">): string | null {
  return markIn(avatarUrl) === null ? avatarUrl : null;
}

/** Returns a webhook as the Webhooks tab shows it to this person. */
export function toWebhookDto(row: WebhookRow, viewer: { id: bigint }): WebhookDto {
  const defaultAvatarUrl = shownImage(defaultAvatarOf(row.sender), row.id);
  return {
    id: `${row.id}`,
    channelId: `${row.channelId}`,
    name: row.name,
    description: row.description,
    avatarUrl: shownImage(givenAvatar(row), row.id) ?? defaultAvatarUrl,
    givenAvatarUrl: givenAvatar(row),
    defaultAvatarUrl,
    state: stateOf(row),
    creatorName: row.createdBy?.name ?? null,
    mine: row.createdById === viewer.id,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastErrorAt: row.lastErrorAt?.toISOString() ?? null,
    lastError: row.lastError,
    failedInRow: row.failedInRow,
    expectedEveryHours: row.expectedEveryHours,
    silentSince: silentSince(row)?.toISOString() ?? null,
    signed: row.signingSecret !== null,
    signatureScheme: schemeNamed(row.signatureScheme) && row.signatureScheme,
    sender: row.sender ?? "parley",
    takesAnyJson: row.takesAnyJson,
    updatesCards: row.updatesCards,
    oneLine: row.oneLine,
    hasThings: mayHaveThings(row.sender),
    gathersAll: row.gathersAll,
    notIncidents: row.notIncidents.map(({ kind }) => kind),
  };
}

/**
 * Lists the webhooks whose URLs a user knows, because they created them or were the last to regenerate their token: a
 * URL keeps working after someone leaves. Returns those that the viewer may manage (see `requireWebhookManager`) and
 * counts the others. Members get none.
 */
export async function knownWebhooks(viewer: SessionUser, userId: bigint): Promise<KnownWebhooksDto> {
  if (viewer.role === "member") return { webhooks: [], elsewhere: 0 };
  const rows = await db().$queryRaw<
    { id: bigint; name: string; channelId: bigint; channelName: string; manages: boolean }[]
  >`
    SELECT w.id, w.name, c.id AS "channelId", c.name AS "channelName", EXISTS (
      SELECT FROM memberships m WHERE m.channel_id = c.id AND m.user_id = ${viewer.id}) AS manages
    FROM (
      SELECT id FROM webhooks WHERE created_by_id = ${userId}
      UNION
      SELECT webhook_id FROM audit_entries
      WHERE actor_id = ${userId} AND kind = 'webhooks' AND action = 'webhook.token_regenerated'
    ) touched JOIN webhooks w ON w.id = touched.id JOIN channels c ON c.id = w.channel_id
    WHERE w.deleted_at IS NULL AND c.archived_at IS NULL AND coalesce((
      SELECT a.actor_id FROM audit_entries a WHERE a.webhook_id = w.id AND a.action = 'webhook.token_regenerated'
      ORDER BY a.id DESC LIMIT 1), w.created_by_id) = ${userId}
    ORDER BY c.name, c.id, w.name, w.id LIMIT ${MOST_LISTED}`;
  const webhooks = rows
    .filter(({ manages }) => manages)
    .map(({ id, name, channelId, channelName }) => ({ id: `${id}`, name, channelId: `${channelId}`, channelName }));
  return { webhooks, elsewhere: rows.length - webhooks.length };
}

/** A webhook that the person may post as. */
type MyWebhook = { id: string; name: string; avatarUrl: string | null; channelId: string; channelName: string };

/**
 * Lists the webhooks that the person may manage (see `requireWebhookManager`) and that can post now, by channel and
 * name.
 */
export async function listMyWebhooks(user: SessionUser): Promise<MyWebhook[]> {
  const rows = await db().webhook.findMany({
    where: { deletedAt: null, pausedAt: null, channel: { archivedAt: null, ...managedBy(user) } },
    orderBy: [{ channel: { name: "asc" } }, { channelId: "asc" }, { name: "asc" }, { id: "asc" }],
    take: MOST_LISTED,
    select: { id: true, name: true, avatarUrl: true, channelId: true, channel: { select: { name: true } } },
  });
  return rows.map(({ id, name, avatarUrl, channelId, channel }) => ({
    id: `${id}`,
    name,
    avatarUrl: shownImage(avatarUrl, id),
    channelId: `${channelId}`,
    channelName: channel.name,
  }));
}

/** The condition for channels whose webhooks a person may manage. */
export function managedBy(user: SessionUser): Prisma.ChannelWhereInput {
  const isMember = { memberships: { some: { userId: user.id } } };
  if (user.role !== "member") return isMember;
  const manages = { memberships: { some: { userId: user.id, role: "manager" as const } } };
  return { ...isMember, OR: [{ webhookManagers: "members" }, manages] };
}

type Row = { id: bigint; name: string; avatar_url: string | null; deleted: boolean; here: boolean; muted: boolean };

/**
 * Lists the webhooks that belong to the channel or have messages in it, by name; deleted ones only if they have
 * messages. One that moved away has the name of its last message here, because that's the name that readers here know.
 */
export async function channelWebhooks({ user, channel }: AccessibleChannel): Promise<ChannelWebhookDto[]> {
  // Skips through the index from one webhook to the next; reading every message to find a few webhooks would be slow.
  const rows = await db().$queryRaw<Row[]>`
    WITH RECURSIVE posted AS (
      SELECT (SELECT min(webhook_id) FROM messages WHERE channel_id = ${channel.id}) AS id
      UNION ALL
      SELECT (SELECT min(webhook_id) FROM messages WHERE channel_id = ${channel.id} AND webhook_id > p.id)
      FROM posted p WHERE p.id IS NOT NULL
    ), last AS MATERIALIZED (
      SELECT p.id, m.author_name, m.author_avatar_url FROM posted p CROSS JOIN LATERAL (
        SELECT author_name, author_avatar_url FROM messages
        WHERE channel_id = ${channel.id} AND webhook_id = p.id AND deleted_at IS NULL ORDER BY seq DESC LIMIT 1) m
    ), ids AS (
      SELECT id FROM last UNION SELECT id FROM webhooks WHERE channel_id = ${channel.id} AND deleted_at IS NULL
    )
    SELECT w.id, w.deleted_at IS NOT NULL AS deleted,
      w.deleted_at IS NULL AND w.channel_id = ${channel.id} AS here,
      CASE WHEN w.channel_id = ${channel.id} THEN w.name ELSE coalesce(l.author_name, 'Unknown') END AS name,
      CASE WHEN w.channel_id = ${channel.id} THEN w.avatar_url ELSE l.author_avatar_url END AS avatar_url,
      EXISTS (SELECT FROM webhook_mutes u WHERE u.user_id = ${user.id} AND u.webhook_id = w.id) AS muted
    FROM ids JOIN webhooks w USING (id) LEFT JOIN last l USING (id)
    ORDER BY 2, lower(CASE WHEN w.channel_id = ${channel.id} THEN w.name ELSE l.author_name END), w.id LIMIT ${MOST_LISTED}`;
  return rows.map(({ id, avatar_url, ...row }) => ({ ...row, id: `${id}`, avatarUrl: shownImage(avatar_url, id) }));
}
