import { Prisma } from "@/lib/db/generated/client";
import { notMutedBy } from "@/lib/users/muted-authors";

// Whom a message notifies, and why, is said here and nowhere else; `whom.integration.test.ts` has the table of who reads what of it
// (docs/decisions/notifications.md). The conditions are about a message `x` of the channel `c` and the channel's member `m`.

const MEMBER = Prisma.sql`m.user_id`;

// Only a channel's latest messages are looked at, however long somebody was away.
const LOOKED_AT = 5_000;

/** The message stands, and somebody wrote it who isn't this person and whom they haven't muted. */
export function fromOthers(userId: Prisma.Sql = MEMBER, notMuted: Prisma.Sql = notMutedBy(userId)): Prisma.Sql {
  return Prisma.sql`x.deleted_at IS NULL AND x.user_id IS DISTINCT FROM ${userId} AND ${notMuted}`;
}

/** The message mentions this person, or everyone. The first half is what its index holds. */
export function mentions(userId: Prisma.Sql = MEMBER): Prisma.Sql {
  return Prisma.sql`((x.mentions_everyone OR x.mentioned_user_ids <> '{}')
    AND (x.mentions_everyone OR ${userId} = ANY(x.mentioned_user_ids)))`;
}

/** The match `k` is a keyword of the member's in a message of the channel after `seq`. */
export function keywordAfter(seq: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`k.user_id = m.user_id AND k.channel_id = c.id AND k.seq > ${seq} AND k.kind = 'keyword'`;
}

// What they want in full: the level "all", and every direct message.
const IN_FULL = Prisma.sql`(m.notifications = 'all' OR c.kind = 'direct')`;
// Of whole threads they are notified that they follow.
const UNREAD_REPLY = Prisma.sql`EXISTS (SELECT FROM thread_follows f WHERE f.root_id = x.thread_root_id AND f.user_id = m.user_id
  AND f.following AND f.last_read_seq < x.seq)`;

/** Whether the message may notify the member at all. */
export const MAY_NOTIFY = Prisma.sql`m.notifications <> 'none' AND c.archived_at IS NULL AND ${fromOthers()}`;

/** Whether it does so by where it stands, or whom it mentions: what is known once it is posted. */
export const NOTIFIES_BY_ITSELF = Prisma.sql`CASE WHEN x.thread_root_id IS NULL
  THEN x.seq > m.last_read_seq AND (${IN_FULL} OR ${mentions()}) ELSE ${UNREAD_REPLY} END`;

/** Whether it does so by a keyword, which is known a moment later (lib/keywords). */
export const NOTIFIES_BY_KEYWORD = Prisma.sql`(x.seq > m.last_read_seq AND EXISTS (
  SELECT FROM message_matches k WHERE k.seq = x.seq AND NOT k.by_edit AND ${keywordAfter(Prisma.sql`m.last_read_seq`)}))`;

/** Which of the messages that notify a member somebody asks for. */
type Asked = {
  /** Those after this number, and of matches of keywords those after the other. */
  after: Prisma.Sql;
  matchedAfter: Prisma.Sql;
  /** Whether what people want in full is among them, or only what is meant for them: mentions, keywords and direct messages. */
  inFull: boolean;
  /** What else must be so of a message. */
  also?: Prisma.Sql;
  atMost: number;
};

/**
 * SQL that selects the ids of the unread messages that notify the member `m` of the open channel `c`, whose level isn't "none": the
 * conditions above, each asked of its own index. For a LATERAL.
 */
export function notifying({ after, matchedAfter, inFull, also = Prisma.sql`true`, atMost }: Asked): Prisma.Sql {
  const flow = inFull ? IN_FULL : Prisma.sql`(c.kind = 'direct')`;
  const threads = inFull ? Prisma.sql`true` : Prisma.sql`(c.kind = 'direct')`;
  const from = (seq: Prisma.Sql) => Prisma.sql`greatest(${seq}, c.msg_seq - ${LOOKED_AT}::bigint)`;
  const unread = (seq: Prisma.Sql) => Prisma.sql`greatest(${from(seq)}, m.last_read_seq)`;
  const shown = Prisma.sql`${fromOthers()} AND ${also}`;
  const inFlow = Prisma.sql`x.channel_id = c.id AND x.thread_root_id IS NULL AND x.seq > ${unread(after)} AND ${shown}`;
  const inThread = Prisma.sql`x.channel_id = c.id AND x.thread_root_id IS NOT NULL AND x.seq > ${from(after)}
    AND ${UNREAD_REPLY} AND ${shown}`;
  const last = Prisma.sql`ORDER BY x.seq DESC LIMIT ${atMost}`;
  return Prisma.sql`
    (SELECT x.id FROM messages x WHERE ${flow} AND ${inFlow} ${last})
    UNION ALL
    (SELECT x.id FROM messages x WHERE NOT ${flow} AND ${inFlow} AND ${mentions()} ${last})
    UNION ALL
    (SELECT x.id FROM message_matches k JOIN messages x ON x.id = k.message_id
    WHERE NOT ${flow} AND ${keywordAfter(unread(matchedAfter))} AND NOT k.by_edit AND NOT ${mentions()} AND ${shown}
    ORDER BY k.seq DESC LIMIT ${atMost})
    UNION ALL
    (SELECT x.id FROM messages x WHERE ${threads} AND ${inThread} ${last})
    UNION ALL
    (SELECT x.id FROM messages x WHERE NOT ${threads} AND ${inThread} AND ${mentions()} ${last})`;
}
