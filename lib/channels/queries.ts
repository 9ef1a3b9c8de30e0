import { type AccessibleChannel, canManageWebhooks } from "@/lib/channels/access";
import type {
  ChannelDto,
  ChannelNameDto,
  MentionableDto,
  NotificationLevel,
  SidebarChannelDto,
} from "@/lib/channels/dto";
import { namesFor } from "@/lib/channels/names-for";
import { levelIn } from "@/lib/channels/notifications";
import { db } from "@/lib/db/client";
import { sortedByName } from "@/lib/db/fold-name";
import { Prisma } from "@/lib/db/generated/client";
import { heavyRead, type ReadingClient } from "@/lib/db/heavy-read";
import { shownImage } from "@/lib/files/images/signed-url";
import type { SessionUser } from "@/lib/people/find-session-user";
import { firstByName } from "@/lib/people/first-by-name";
import { mutedAuthors, notMuted, notMutedMatch } from "@/lib/people/muted-authors";
import { fromOthers, IN_FLOW, keywordAfter, mentions } from "@/lib/people/notifications/who-is-notified";
import { countFitting, PAGE_BYTES } from "@/lib/text/page";

// Beyond this, a badge shows "99+".
const MOST_UNREAD = 100;
// Every page has the sidebar. The page of all channels has the others.
const MOST_JOINED = 1_000;

// The keyword matches `k` of the member `m` that they haven't read in the channel `c`.
const unreadMatch = Prisma.sql`${keywordAfter(Prisma.sql`m.last_read_seq`)} AND ${notMutedMatch}`;
// The messages `x` of the channel itself that count as unread.
const unread = Prisma.sql`x.channel_id = c.id AND x.seq > m.last_read_seq AND ${IN_FLOW}
  AND ${fromOthers(Prisma.sql`m.user_id`, notMuted)}`;

// Older direct messages are found by their people.
const MOST_DIRECT = 200;

/**
 * The user's open channels by name, then their direct messages by latest use: the latest 200, and older ones that they
 * starred or put in a section. Each with the number of unread messages by others, and how many of those mention them or
 * match a keyword. Replies that are only in threads, and messages from muted people and webhooks don't count. An empty
 * direct message is only listed for the person who opened it. Ends at 1,000 channels, those first that are starred or
 * were joined last, and at their bytes.
 */
export async function sidebarChannels(user: SessionUser): Promise<SidebarChannelDto[]> {
  // A channel that was read to its end isn't looked at. Mentions beyond the first hundred messages are asked for only if there
  // are that many. The shared conditions call the channel `c`.
  const rows = await db().$queryRaw<
    {
      id: bigint;
      name: string;
      kind: SidebarChannelDto["kind"];
      msg_seq: bigint;
      last_read_seq: bigint;
      notifications: NotificationLevel;
      unread: bigint;
      mentions: bigint;
      match_seq: bigint | null;
      starred: boolean;
      section: string | null;
    }[]
  >`
    WITH ${mutedAuthors(user.id)}, mine AS (
      SELECT c.id, c.name, c.kind, c.msg_seq, m.user_id, m.last_read_seq, m.notifications, m.starred, m.section_key,
        CASE WHEN c.kind = 'direct' THEN
          coalesce((SELECT x.id FROM messages x WHERE x.channel_id = c.id AND x.seq = c.msg_seq), c.id) END AS used
      FROM (
        SELECT * FROM memberships WHERE user_id = ${user.id}
        ORDER BY starred DESC, joined_at DESC LIMIT ${MOST_JOINED}) m
      JOIN channels c ON c.id = m.channel_id
      WHERE c.archived_at IS NULL
        AND (c.kind <> 'direct' OR c.msg_seq > 0 OR coalesce(c.created_by_id, m.user_id) = m.user_id))
    SELECT m.id, m.name, m.kind::text, m.msg_seq, m.last_read_seq, m.notifications::text, m.starred, m.section_key AS section,
      coalesce(n.unread, 0) AS unread, coalesce(n.mentions, 0) AS mentions, n.match_seq
    FROM (SELECT *, row_number() OVER (PARTITION BY used IS NULL ORDER BY used DESC) AS place FROM mine) m
    CROSS JOIN LATERAL (SELECT m.id) c
    LEFT JOIN LATERAL (
      SELECT u.count AS unread, k.seqs[1] AS match_seq, (
        SELECT least(count(*), ${MOST_UNREAD}) FROM (
          SELECT unnest(CASE WHEN u.count < ${MOST_UNREAD} THEN u.mentions
            ELSE ARRAY(SELECT x.seq FROM messages x WHERE ${unread} AND ${mentions()} ORDER BY x.seq LIMIT ${MOST_UNREAD}) END)
          UNION
          SELECT unnest(k.seqs)) counted) AS mentions
      FROM (
        SELECT count(*), array_agg(x.seq) FILTER (WHERE ${mentions()}) AS mentions
        FROM (SELECT x.* FROM messages x WHERE ${unread} ORDER BY x.seq LIMIT ${MOST_UNREAD}) x OFFSET 0) u
      CROSS JOIN (
        SELECT ARRAY(SELECT k.seq FROM message_matches k WHERE ${unreadMatch} ORDER BY k.seq DESC LIMIT ${MOST_UNREAD}) AS seqs OFFSET 0) k
    ) n ON m.msg_seq > m.last_read_seq
    WHERE m.used IS NULL OR m.place <= ${MOST_DIRECT} OR m.starred OR m.section_key IS NOT NULL
    ORDER BY m.used DESC, m.id`;
  const naming = await namesFor(user, rows);
  const all = rows.map((row) => ({
    id: `${row.id}`,
    ...naming(row),
    kind: row.kind,
    msgSeq: Number(row.msg_seq),
    lastReadSeq: Number(row.last_read_seq),
    unread: Number(row.unread),
    mentions: Number(row.kind === "direct" ? row.unread : row.mentions),
    ...(row.match_seq !== null && { matchSeq: Number(row.match_seq) }),
    notifications: levelIn(row.kind, row.notifications),
    starred: row.starred,
    section: row.section,
  }));
  const channels = all.filter(({ kind }) => kind !== "direct");
  const sorted = [...sortedByName(channels), ...all.filter(({ kind }) => kind === "direct")];
  return sorted.slice(0, countFitting(sorted, 2 * PAGE_BYTES, true).count);
}

/** The ids of all channels that this person is a member of. */
export async function memberOf(user: SessionUser): Promise<Set<bigint>> {
  const rows = await db().membership.findMany({ where: { userId: user.id }, select: { channelId: true } });
  return new Set(rows.map((row) => row.channelId));
}

/** The channel on its page and in its settings, as this user sees it. */
export async function channelDto(accessible: AccessibleChannel): Promise<ChannelDto> {
  const { user, channel, membership, canManage } = accessible;
  const [naming, workspace, memberCount] = await Promise.all([
    namesFor(user, [channel]),
    db().workspace.findFirst({ select: { retentionDays: true } }),
    db().membership.count({ where: { channelId: channel.id } }),
  ]);
  return {
    id: `${channel.id}`,
    ...naming(channel),
    topic: channel.topic,
    kind: channel.kind,
    webhookManagers: channel.webhookManagers,
    webhooksMayMentionEveryone: channel.webhooksMayMentionEveryone,
    whoPosts: channel.whoPosts,
    archived: channel.archivedAt !== null,
    retention: { own: channel.retentionDays, workspace: workspace?.retentionDays ?? null },
    createdAt: channel.createdAt.toISOString(),
    memberCount,
    role: membership?.role ?? null,
    canManage,
    canManageWebhooks: canManageWebhooks(accessible),
    lastReadSeq: Number(membership?.lastReadSeq ?? channel.msgSeq),
    notifications: membership && levelIn(channel.kind, membership.notifications),
    allReplies: membership?.allReplies ?? false,
  };
}

/**
 * The open channels whose webhooks the user can manage, by name, without direct messages. With `asManager`, only those
 * that they manage themselves.
 */
export async function channelsWithWebhooksManagedBy(
  user: SessionUser,
  { asManager = false } = {},
): Promise<ChannelNameDto[]> {
  const membership = { userId: user.id };
  const managed = { memberships: { some: { ...membership, role: "manager" } } } as const;
  const rows = await db().channel.findMany({
    where: {
      archivedAt: null,
      kind: { in: ["public", "private"] },
      memberships: { some: membership },
      ...(user.role === "member" && {
        OR: asManager ? [managed] : [{ webhookManagers: "members" }, managed],
      }),
    },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: MOST_JOINED,
    select: { id: true, name: true, kind: true },
  });
  return sortedByName(rows.map((row) => ({ ...row, id: `${row.id}` })));
}

const MOST_FOUND = 20;

/**
 * User groups, and up to 20 people that a message in this channel can mention and with a word in their name that starts with `search`,
 * ignoring case and accents: the channel's members first, then by name.
 */
export async function mentionablePeople(
  { user, channel }: AccessibleChannel,
  search: string,
  signal?: AbortSignal,
): Promise<MentionableDto[]> {
  const isMember = Prisma.sql`EXISTS (SELECT FROM memberships m WHERE m.channel_id = ${channel.id} AND m.user_id = u.id)`;
  const find = (client: ReadingClient, condition: Prisma.Sql) =>
    firstByName(client, { search, condition, most: MOST_FOUND });
  const read = async (client: ReadingClient) => {
    const members = await find(client, isMember);
    const others = members.length < MOST_FOUND ? await find(client, Prisma.sql`NOT ${isMember}`) : [];
    return [...members.map((row) => toMentionable(row, true)), ...others.map((row) => toMentionable(row, false))];
  };
  const people = (await heavyRead(user.id, read, signal)).slice(0, MOST_FOUND);
  return [...(await mentionableGroups(channel.id, search)), ...people];
}

function toMentionable(row: { id: bigint; name: string; avatar_url: string | null }, member: boolean): MentionableDto {
  return { id: `${row.id}`, name: row.name, avatarUrl: shownImage(row.avatar_url, row.id), member };
}

const MOST_GROUPS = 10;

/** The user groups whose handle starts with the search, at most 10. */
async function mentionableGroups(channelId: bigint, search: string): Promise<MentionableDto[]> {
  const start = search.trim().toLowerCase();
  // No handle has other characters.
  if (!/^[a-z0-9_-]{0,32}$/.test(start)) return [];
  const groups = await db().$queryRaw<{ id: bigint; handle: string; here: number; all: number }[]>`
    SELECT g.id, g.handle, count(u.id)::int AS "all", count(m.user_id)::int AS here
    FROM (
      SELECT id, handle FROM user_groups WHERE deleted_at IS NULL AND starts_with(handle, ${start})
      ORDER BY handle LIMIT ${MOST_GROUPS}) g
    LEFT JOIN user_group_members p ON p.group_id = g.id
    LEFT JOIN users u ON u.id = p.user_id AND u.deactivated_at IS NULL
    LEFT JOIN memberships m ON m.user_id = u.id AND m.channel_id = ${channelId}
    GROUP BY g.id, g.handle ORDER BY g.handle`;
  return groups.map(({ id, handle, ...group }) => {
    return { id: `${id}`, name: handle, avatarUrl: null, member: group.here > 0, group };
  });
}
