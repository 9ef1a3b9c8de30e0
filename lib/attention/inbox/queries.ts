import type { InboxItemDto, InboxPageDto, InboxReactionsDto, InboxView } from "@/lib/attention/inbox/dto";
import { canSee, listNotices } from "@/lib/attention/notices/queries";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { shownImage } from "@/lib/files/images/signed-url";
import type { AuthorDto } from "@/lib/messages/dto";
import { messagesInChannels } from "@/lib/messages/read/queries";
import { latestFollowed, MAYBE_UNREAD, unreadThreads } from "@/lib/messages/threads/my-threads";
import type { SessionUser } from "@/lib/people/find-session-user";
import { mutedAuthors, notMuted, notMutedMatch } from "@/lib/people/muted-authors";
import { fromOthers, IN_FLOW, mentions } from "@/lib/people/notifications/who-is-notified";
import { cursorText } from "@/lib/text/cursor";
import { idAt } from "@/lib/text/id-at";
import { page } from "@/lib/text/page";

// What has been read is kept for this long. Unread items stay.
const KEPT = Prisma.sql`now() - interval '30 days'`;
// Ids say when they were made, with a day's margin for clocks. Imported messages are older than theirs.
const KEPT_ID_MS = 31 * 24 * 3_600_000;
const PAGE = 30;
// Only a channel's latest messages, and a person's latest reactions, are considered.
const LOOKED_AT = 5_000;
const MOST_REACTIONS = 2_000;
const MOST_COUNTED = 100;
const FACES = 3;

/** Which part of the inbox to return: a view, after the item with this time and id. */
type InboxQuery = { show: InboxView; after?: { at: string; id: bigint } | undefined };

type Kind = "mention" | "everyone" | "keyword" | "thread" | "reactions" | "notice";
type Row = { kind: Kind; id: bigint; at: Date; unread: boolean };

/** Returns a page of this person's inbox, newest first. */
export async function inboxPage(user: SessionUser, asked: InboxQuery): Promise<InboxPageDto> {
  const rows = await db().$queryRaw<Row[]>`
    WITH ${mutedAuthors(user.id)},
    mine AS MATERIALIZED (
      SELECT c.id, c.msg_seq, c.kind, m.last_read_seq, m.joined_at FROM memberships m JOIN channels c ON c.id = m.channel_id
      WHERE m.user_id = ${user.id} AND c.archived_at IS NULL)
    SELECT kind, id, at, unread FROM (${Prisma.join(sourcesOf(user, asked), " UNION ALL ")}) found
    ORDER BY at DESC, id DESC LIMIT ${PAGE + 1}`;
  return page(rows, {
    most: PAGE,
    cursorOf: ({ at, id }) => cursorText({ key: at.toISOString(), id }),
    toItems: (some) => toItems(user, some),
  });
}

/** The queries of a view, each with its own index and limit. `mine` has the user's channels. */
function sourcesOf(user: SessionUser, { show, after }: InboxQuery): Prisma.Sql[] {
  const me = Prisma.sql`${user.id}`;
  const older = (at: Prisma.Sql, id: Prisma.Sql) =>
    after ? Prisma.sql`(${at}, ${id}) < (${after.at}::timestamptz, ${after.id})` : Prisma.sql`true`;
  const pageOf = Prisma.sql`ORDER BY at DESC, id DESC LIMIT ${PAGE + 1}`;
  const message = Prisma.sql`x.created_at >= c.joined_at AND (x.created_at > ${KEPT} OR x.seq > c.last_read_seq)
    AND ${fromOthers(me, notMuted)} AND ${older(Prisma.sql`x.created_at`, Prisma.sql`x.id`)}`;
  const followed = Prisma.sql`SELECT FROM thread_follows f
    WHERE f.root_id = x.thread_root_id AND f.user_id = ${me} AND f.following`;
  // With the threads, a mention in one of them is shown by its thread.
  const inFlow = show === "all" ? Prisma.sql`(${IN_FLOW} OR NOT EXISTS (${followed}))` : Prisma.sql`true`;
  const mentioned = Prisma.sql`
    (SELECT CASE WHEN ${me} = ANY(x.mentioned_user_ids) THEN 'mention' ELSE 'everyone' END AS kind, x.id, x.created_at AS at,
      CASE WHEN ${IN_FLOW} THEN x.seq > c.last_read_seq
        ELSE EXISTS (${followed} AND f.last_read_seq < x.seq) END AS unread
    FROM mine c CROSS JOIN LATERAL (
      SELECT x.id, x.seq, x.created_at, x.thread_root_id, x.in_channel, x.mentioned_user_ids FROM messages x
      WHERE x.channel_id = c.id AND c.kind <> 'direct' AND x.seq > c.msg_seq - ${LOOKED_AT}::bigint AND ${mentions(me)} AND ${message}
        AND ${inFlow} ORDER BY x.seq DESC LIMIT ${PAGE + 1}) x
    ${pageOf})`;
  const keywords = Prisma.sql`
    (SELECT 'keyword' AS kind, x.id, x.created_at AS at, x.seq > c.last_read_seq AS unread
    FROM mine c CROSS JOIN LATERAL (
      SELECT x.id, x.seq, x.created_at FROM (
        SELECT k.message_id, k.seq FROM message_matches k
        WHERE k.user_id = ${me} AND k.channel_id = c.id AND c.kind <> 'direct' AND k.seq > c.msg_seq - ${LOOKED_AT}::bigint
          AND (k.message_id > ${idAt(Date.now() - KEPT_ID_MS)} OR k.seq > c.last_read_seq) AND ${notMutedMatch} ORDER BY k.seq DESC OFFSET 0) k
      CROSS JOIN LATERAL (
        SELECT x.id, x.seq, x.created_at FROM messages x
        WHERE x.id = k.message_id AND NOT ${mentions(me)} AND ${message} OFFSET 0) x
      ORDER BY k.seq DESC LIMIT ${PAGE + 1}) x
    ${pageOf})`;
  // A mark is up to a day older than the last reply.
  const readLately = Prisma.sql`NOT ${MAYBE_UNREAD} AND f.marked_at > ${KEPT} - interval '1 day'`;
  // Here and above, OFFSET 0 makes PostgreSQL look up each message by its id.
  const threads = Prisma.sql`
    (SELECT 'thread' AS kind, r.id, r.last_reply_at AS at, r.last_reply_seq > f.last_read_seq AS unread
    FROM (${latestFollowed(user.id, MAYBE_UNREAD)} UNION ALL ${latestFollowed(user.id, readLately)}) f
    CROSS JOIN LATERAL (
      SELECT id, channel_id, last_reply_at, last_reply_seq FROM messages WHERE id = f.root_id AND reply_count > 0 OFFSET 0) r
    JOIN mine c ON c.id = r.channel_id
    WHERE (r.last_reply_at > ${KEPT} OR r.last_reply_seq > f.last_read_seq)
      AND ${older(Prisma.sql`r.last_reply_at`, Prisma.sql`r.id`)}
    ${pageOf})`;
  const reactions = Prisma.sql`
    (SELECT 'reactions' AS kind, x.id, r.at, r.at > u.inbox_seen_at AS unread
    FROM (${latestReactions(me, KEPT)}) r
    JOIN users u ON u.id = ${me}
    CROSS JOIN LATERAL (SELECT id, channel_id FROM messages WHERE id = r.message_id OFFSET 0) x
    JOIN mine c ON c.id = x.channel_id
    WHERE ${older(Prisma.sql`r.at`, Prisma.sql`x.id`)}
    ${pageOf})`;
  const notices = Prisma.sql`
    (SELECT 'notice' AS kind, a.id, a.created_at AS at, n.seen_at IS NULL AS unread
    FROM notices n JOIN audit_entries a ON a.id = n.audit_entry_id
    WHERE n.user_id = ${me} AND (a.created_at > ${KEPT} OR n.seen_at IS NULL) AND ${canSee(user)}
      AND ${older(Prisma.sql`a.created_at`, Prisma.sql`a.id`)}
    ${pageOf})`;
  const of = { mentions: [mentioned, keywords], threads: [threads], reactions: [reactions], notices: [notices] };
  return show === "all" ? Object.values(of).flat() : of[show];
}

/** Selects the messages of this person that others reacted to after a time, each with the time of the last reaction. */
function latestReactions(me: Prisma.Sql, after: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT message_id, max(created_at) AS at FROM (
      SELECT message_id, user_id, created_at FROM reactions
      WHERE author_id = ${me} AND created_at > ${after} ORDER BY created_at DESC LIMIT ${MOST_REACTIONS}) r
    WHERE r.user_id NOT IN (SELECT id FROM muted) GROUP BY message_id`;
}

/** Returns how many of this person's messages have new reactions by others, counting up to 100. */
export async function countNewReactions(user: Pick<SessionUser, "id">): Promise<number> {
  const me = Prisma.sql`${user.id}`;
  const seen = Prisma.sql`greatest((SELECT inbox_seen_at FROM users WHERE id = ${me}), ${KEPT})`;
  const [row] = await db().$queryRaw<{ count: bigint }[]>`
    WITH ${mutedAuthors(user.id)}
    SELECT count(*) FROM (
      SELECT FROM (${latestReactions(me, seen)}) r
      CROSS JOIN LATERAL (SELECT channel_id FROM messages WHERE id = r.message_id OFFSET 0) x
      JOIN memberships m ON m.channel_id = x.channel_id AND m.user_id = ${me}
      JOIN channels c ON c.id = x.channel_id AND c.archived_at IS NULL LIMIT ${MOST_COUNTED}) counted`;
  return Number(row?.count ?? 0);
}

async function toItems(user: SessionUser, rows: readonly Row[]): Promise<(InboxItemDto | null)[]> {
  const ids = (...kinds: Kind[]) => rows.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const [threadIds, reactedIds, noticeIds] = [ids("thread"), ids("reactions"), ids("notice")];
  const [replies, unread, reactions, notices] = await Promise.all([
    repliesOf(threadIds),
    threadIds.length > 0 ? unreadThreads(user) : [],
    reactionsOf(user, reactedIds),
    noticeIds.length > 0 ? listNotices(user, noticeIds) : [],
  ]);
  const lastIds = Array.from(replies.values(), ({ lastId }) => lastId);
  const messages = await messagesInChannels(user, [
    ...ids("mention", "everyone", "keyword", "thread", "reactions"),
    ...lastIds,
  ]);
  const noticeOf = new Map(notices.map((notice) => [notice.id, notice]));
  const unreadOf = new Map(unread.map((thread) => [thread.rootId, thread]));
  return rows.map((row): InboxItemDto | null => {
    const id = `${row.id}`;
    const common = { key: `${row.kind}:${id}`, at: row.at.toISOString(), unread: row.unread };
    if (row.kind === "notice") {
      const notice = noticeOf.get(id);
      return notice ? { ...common, kind: "notice", notice } : null;
    }
    const found = messages.get(id);
    if (!found) return null;
    const { message, channel } = found;
    if (row.kind === "thread") {
      const { unread: newReplies = 0, mentions: mentioned = 0 } = unreadOf.get(id) ?? {};
      const { lastId = null, people = [] } = replies.get(id) ?? {};
      const last = messages.get(`${lastId}`)?.message ?? null;
      const counts = { replyCount: message.thread?.replyCount ?? 0, newReplies, mentions: mentioned };
      return { ...common, unread: newReplies > 0, kind: "thread", root: message, channel, last, people, ...counts };
    }
    if (row.kind === "reactions") {
      const shown = reactions.get(id);
      return shown ? { ...common, kind: "reactions", message, channel, ...shown } : null;
    }
    return { ...common, kind: "mention", message, channel, why: row.kind };
  });
}

/** Returns the last reply in each of these threads, and who wrote the latest ones. */
async function repliesOf(rootIds: readonly bigint[]) {
  type Reply = {
    root_id: bigint;
    id: bigint;
    kind: "user" | "webhook";
    author_id: bigint | null;
    name: string | null;
    avatar_url: string | null;
  };
  const rows =
    rootIds.length === 0
      ? []
      : await db().$queryRaw<Reply[]>`
    SELECT t.root_id, x.id, x.author_kind::text AS kind, coalesce(x.webhook_id, x.user_id) AS author_id,
      coalesce(u.name, x.author_name) AS name, CASE WHEN x.author_kind = 'user' THEN u.avatar_url ELSE x.author_avatar_url END AS avatar_url
    FROM unnest(${[...rootIds]}::bigint[]) AS t(root_id) CROSS JOIN LATERAL (
      SELECT * FROM messages x WHERE x.thread_root_id = t.root_id AND x.deleted_at IS NULL AND x.event IS NULL ORDER BY x.seq DESC LIMIT 20) x
    LEFT JOIN users u ON u.id = x.user_id
    ORDER BY t.root_id, x.seq DESC`;
  const threads = new Map<string, { lastId: bigint; people: AuthorDto[] }>();
  for (const { root_id, id, kind, author_id, name, avatar_url } of rows) {
    const thread = threads.get(`${root_id}`) ?? { lastId: id, people: [] };
    threads.set(`${root_id}`, thread);
    const author = {
      kind,
      id: author_id === null ? null : `${author_id}`,
      name: name ?? "Unknown",
      avatarUrl: shownImage(avatar_url, author_id),
    };
    const known = thread.people.some((other) => other.id === author.id && other.name === author.name);
    if (!known && thread.people.length < FACES) thread.people.push(author);
  }
  return threads;
}

type ReactionGroup = Pick<InboxReactionsDto, "people" | "emoji">;

/** Returns who reacted to these messages of the user, and how, the latest first. */
async function reactionsOf(user: SessionUser, messageIds: readonly bigint[]): Promise<Map<string, ReactionGroup>> {
  if (messageIds.length === 0) return new Map();
  type Reaction = { message_id: bigint; emoji: string; id: bigint; name: string; avatar_url: string | null };
  const rows = await db().$queryRaw<Reaction[]>`
    WITH ${mutedAuthors(user.id)}
    SELECT t.message_id, r.emoji, u.id, u.name, u.avatar_url
    FROM unnest(${[...messageIds]}::bigint[]) AS t(message_id) CROSS JOIN LATERAL (
      SELECT * FROM reactions r WHERE r.message_id = t.message_id AND r.user_id <> ${user.id}
        AND r.user_id NOT IN (SELECT id FROM muted) ORDER BY r.created_at DESC LIMIT 50) r
    JOIN users u ON u.id = r.user_id
    ORDER BY t.message_id, r.created_at DESC`;
  const messages = new Map<string, ReactionGroup>();
  for (const { message_id, emoji, id, name, avatar_url } of rows) {
    const reacted = messages.get(`${message_id}`) ?? { people: [], emoji: [] };
    messages.set(`${message_id}`, reacted);
    if (!reacted.emoji.includes(emoji)) reacted.emoji.push(emoji);
    if (!reacted.people.some((person) => person.id === `${id}`))
      reacted.people.push({ id: `${id}`, name, avatarUrl: shownImage(avatar_url, id) });
  }
  return messages;
}
