import { db } from "@/lib/db/client";
import { tryLock } from "@/lib/db/one-instance";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { keepUp } from "@/lib/events/keep-up";
import { type LineEvent, lineEventsSchema, lineText } from "@/lib/messages/line-text";
import { IN_FLOW } from "@/lib/notifications/who-is-notified";

// Why: docs/decisions/channels.md

const AT_ONCE = 200;
// A line that grew further would be read by every open page for each new event.
const MOST_IN_LINE = 100;

type Noted = {
  id: bigint;
  channel_id: bigint;
  kind: string;
  actor_id: bigint;
  member_id: bigint | null;
  details: { from?: string; to?: string } | null;
};

/** Posts lines from now on. Starts once per process; only one process works at a time. */
export function startPostingLines(): void {
  keepUp("channel-lines", {
    work: async (goOn) => {
      while (goOn() && (await postLines()) === AT_ONCE) {}
      return null;
    },
    wakes: ["user", "channels"],
    settleMs: 50,
    failure: "couldn't post what happened in channels; the next sweep tries again",
  });
}

/**
 * Makes lines of the oldest noted events, each exactly once. A line is a message with `event`: it's counted as unread,
 * searched and notified of by no one. Returns how many events it took; 0 while another connection does it.
 */
export async function postLines(): Promise<number> {
  if ((await db().channelEvent.count({ take: 1 })) === 0) return 0;
  const { taken, changed } = await db().$transaction(async (tx) => {
    if (!(await tryLock(tx, "parley_channel_lines"))) return { taken: 0, changed: [] };
    const noted = await tx.$queryRaw<Noted[]>`
      SELECT id, channel_id, kind, actor_id, member_id, details FROM channel_events ORDER BY id LIMIT ${AT_ONCE}`;
    const found: Changed[] = [];
    // In id order, like everything that locks several channels.
    for (const channelId of [...new Set(noted.map((each) => each.channel_id))].sort((a, b) => (a < b ? -1 : 1))) {
      const events = noted.filter((each) => each.channel_id === channelId);
      found.push(...(await postLine(tx, channelId, events)));
    }
    await tx.channelEvent.deleteMany({ where: { id: { in: noted.map(({ id }) => id) } } });
    return { taken: noted.length, changed: found };
  });
  for (const { id, rev, msg_seq } of changed) {
    publish({ kind: "channel", channelId: id, rev: Number(rev), msgSeq: Number(msg_seq) });
  }
  return taken;
}

type Changed = { id: bigint; rev: bigint; msg_seq: bigint };

/** Adds events to the line at the channel's end, or posts a new one. */
async function postLine(tx: Transaction, channelId: bigint, noted: readonly Noted[]): Promise<Changed[]> {
  const [channel] = await tx.$queryRaw<{ gone: boolean }[]>`
    SELECT deleted_at IS NOT NULL AS gone FROM channels WHERE id = ${channelId} FOR NO KEY UPDATE`;
  const [first] = noted;
  if (!channel || channel.gone || !first) return [];
  const added = noted.map(toLineEvent);
  // A line of another day belongs to that day, above today's date.
  const [last] = await tx.$queryRaw<{ id: bigint; event: unknown }[]>`
    SELECT id, event FROM (
      SELECT id, event, created_at, deleted_at FROM messages x WHERE channel_id = ${channelId} AND ${IN_FLOW}
      ORDER BY seq DESC LIMIT 1) m
    WHERE event IS NOT NULL AND deleted_at IS NULL
      AND (created_at AT TIME ZONE 'UTC')::date = (now() AT TIME ZONE 'UTC')::date`;
  const before = last ? lineEventsSchema.catch([]).parse(last.event) : [];
  const events = [...before, ...added];
  if (last && events.length <= MOST_IN_LINE) {
    return tx.$queryRaw<Changed[]>`
      WITH room AS (UPDATE channels SET rev = rev + 1 WHERE id = ${channelId} RETURNING id, rev, msg_seq),
      line AS (
        UPDATE messages SET event = ${JSON.stringify(events)}::jsonb, content = ${lineText(events)},
          rev = (SELECT rev FROM room) WHERE id = ${last.id})
      SELECT * FROM room`;
  }
  return tx.$queryRaw<Changed[]>`
    WITH room AS (
      UPDATE channels SET rev = rev + 1, msg_seq = msg_seq + 1 WHERE id = ${channelId} RETURNING id, rev, msg_seq),
    line AS (
      INSERT INTO messages (channel_id, seq, rev, author_kind, user_id, content, event, created_at)
      SELECT id, msg_seq, rev, 'user', (SELECT id FROM users WHERE id = ${first.actor_id}), ${lineText(added)},
        ${JSON.stringify(added)}::jsonb, clock_timestamp() FROM room)
    SELECT * FROM room`;
}

function toLineEvent({ kind, actor_id, member_id, details }: Noted): LineEvent {
  return { kind, by: `${actor_id}`, ...(member_id !== null && { who: `${member_id}` }), ...details };
}
