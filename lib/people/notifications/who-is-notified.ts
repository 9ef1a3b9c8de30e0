import { Prisma } from "@/lib/db/generated/client";
import { notMutedBy } from "@/lib/people/muted-authors";

// The only place that decides whom a message notifies, and why (docs/decisions/notifications.md).
// `who-is-notified.integration.test.ts` lists who reads what of it. The conditions are about a message `x` in the channel
// `c` and its member `m`.

const MEMBER = Prisma.sql`m.user_id`;

// Only a channel's latest messages are considered, however long someone was away.
const LOOKED_AT = 5_000;

/**
 * The message can be unread and notify at all: it's neither a line nor posted silently. The browser's `isQuiet`
 * (lib/messages/dto.ts) says the same.
 */
export const COUNTS = Prisma.sql`x.event IS NULL AND x.silent IS NOT TRUE`;

/** The message counts and isn't deleted, isn't this person's own, and its author isn't muted by them. */
export function fromOthers(userId: Prisma.Sql = MEMBER, notMuted: Prisma.Sql = notMutedBy(userId)): Prisma.Sql {
  return Prisma.sql`x.deleted_at IS NULL AND ${COUNTS} AND x.user_id IS DISTINCT FROM ${userId} AND ${notMuted}`;
}

/**
 * The message appears in the channel itself: it isn't a reply, or its author also sent it to the channel. Matches the
 * condition of the channel's indexes.
 */
export const IN_FLOW = Prisma.sql`(x.thread_root_id IS NULL OR x.in_channel IS NOT NULL)`;

/** The message mentions this person, or everyone. The first half matches the index. */
export function mentions(userId: Prisma.Sql = MEMBER): Prisma.Sql {
  return Prisma.sql`((x.mentions_everyone OR x.mentioned_user_ids <> '{}')
    AND (x.mentions_everyone OR ${userId} = ANY(x.mentioned_user_ids)))`;
}

/** The match `k` is one of the member's keywords in a message of the channel after `seq`. */
export function keywordAfter(seq: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`k.user_id = m.user_id AND k.channel_id = c.id AND k.seq > ${seq} AND k.kind = 'keyword'`;
}

// The member is notified of every message in the channel.
const IN_FULL = Prisma.sql`(m.notifications = 'all' OR c.kind = 'direct')`;
// In threads that they follow, members are notified of every reply, unless they've read it in the channel.
const UNREAD_REPLY = Prisma.sql`(x.thread_root_id IS NOT NULL AND NOT (x.in_channel IS NOT NULL AND x.seq <= m.last_read_seq) AND EXISTS (SELECT FROM thread_follows f WHERE f.root_id = x.thread_root_id AND f.user_id = m.user_id
  AND f.following AND f.last_read_seq < x.seq))`;

/** Whether the message can notify the member at all. */
export const MAY_NOTIFY = Prisma.sql`m.notifications <> 'none' AND c.archived_at IS NULL AND ${fromOthers()}`;

/**
 * Whether the message is a line in a thread that names the member, because what it says concerns them. It's pushed, but
 * never unread: a notice says so until it's seen.
 */
export const NAMED_IN_LINE = Prisma.sql`(x.event IS NOT NULL AND x.thread_root_id IS NOT NULL AND x.mentioned_user_ids <> '{}'
  AND m.user_id = ANY(x.mentioned_user_ids) AND m.notifications <> 'none' AND c.archived_at IS NULL AND x.deleted_at IS NULL
  AND x.user_id IS DISTINCT FROM m.user_id AND ${notMutedBy(MEMBER)})`;

/** Whether the message notifies by its channel, thread or mentions, all of which are known when it's posted. */
export const NOTIFIES_AT_ONCE = Prisma.sql`(
  (${IN_FLOW} AND x.seq > m.last_read_seq AND (${IN_FULL} OR ${mentions()})) OR ${UNREAD_REPLY})`;

/** Whether the message notifies by a keyword, which is known a moment later (lib/attention/keywords). */
export const NOTIFIES_BY_KEYWORD = Prisma.sql`(x.seq > m.last_read_seq AND EXISTS (
  SELECT FROM message_matches k WHERE k.seq = x.seq AND NOT k.by_edit AND ${keywordAfter(Prisma.sql`m.last_read_seq`)}))`;

/** Which of the messages that notify a member to select. */
type NotifiedQuery = {
  /** Only messages after `after`, and keyword matches after `matchedAfter`. */
  after: Prisma.Sql;
  matchedAfter: Prisma.Sql;
  /** Whether to include channels with the level "all", or only mentions, keywords and direct messages. */
  inFull: boolean;
  /** Another condition on the message. */
  also?: Prisma.Sql;
  atMost: number;
};

/**
 * SQL that selects the ids of the unread messages that notify the member `m` of the open channel `c`, whose level
 * isn't "none". Each condition above is a separate query, so that it uses its own index; a reply that also appears in the
 * channel can be found by two. Use it in a LATERAL.
 */
export function notifying({ after, matchedAfter, inFull, also = Prisma.sql`true`, atMost }: NotifiedQuery): Prisma.Sql {
  const flow = inFull ? IN_FULL : Prisma.sql`(c.kind = 'direct')`;
  const threads = inFull ? Prisma.sql`true` : Prisma.sql`(c.kind = 'direct')`;
  const from = (seq: Prisma.Sql) => Prisma.sql`greatest(${seq}, c.msg_seq - ${LOOKED_AT}::bigint)`;
  const unread = (seq: Prisma.Sql) => Prisma.sql`greatest(${from(seq)}, m.last_read_seq)`;
  const shown = Prisma.sql`${fromOthers()} AND ${also}`;
  const inFlow = Prisma.sql`x.channel_id = c.id AND ${IN_FLOW} AND x.seq > ${unread(after)} AND ${shown}`;
  const inThread = Prisma.sql`x.channel_id = c.id AND x.thread_root_id IS NOT NULL AND x.seq > ${from(after)}
    AND ${UNREAD_REPLY} AND ${shown}`;
  const last = Prisma.sql`ORDER BY x.seq DESC LIMIT ${atMost}`;
  return Prisma.sql`
    (SELECT x.id FROM messages x WHERE ${flow} AND ${inFlow} ${last})
    UNION
    (SELECT x.id FROM messages x WHERE NOT ${flow} AND ${inFlow} AND ${mentions()} ${last})
    UNION
    (SELECT x.id FROM message_matches k JOIN messages x ON x.id = k.message_id
    WHERE NOT ${flow} AND ${keywordAfter(unread(matchedAfter))} AND NOT k.by_edit AND NOT ${mentions()} AND ${shown}
    ORDER BY k.seq DESC LIMIT ${atMost})
    UNION
    (SELECT x.id FROM messages x WHERE ${threads} AND ${inThread} ${last})
    UNION
    (SELECT x.id FROM messages x WHERE NOT ${threads} AND ${inThread} AND ${mentions()} ${last})`;
}
