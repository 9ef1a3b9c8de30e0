import { db } from "@/lib/db/client";
import { tryLock } from "@/lib/db/one-instance";
import type { Transaction } from "@/lib/db/transaction";
import type { HintJob } from "@/lib/events/keep-up";
import { type LineEvent, lineEventsSchema, lineText } from "@/lib/messages/line-text";
import { Counters, insertPlaced } from "@/lib/messages/post/insert-statement";
import { IN_FLOW } from "@/lib/people/notifications/who-is-notified";

// Why: docs/decisions/channels.md

const AT_ONCE = 200;
// A line that grew further would be read by every open page for each new event.
const MOST_IN_LINE = 100;

type LineNote = {
  id: bigint;
  channel_id: bigint;
  kind: string;
  actor_id: bigint;
  member_id: bigint | null;
  details: { from?: string; to?: string } | null;
};

/** Posts lines. Only one process works at a time. */
export const linesJob: HintJob = {
  name: "channel-lines",
  label: "Post what happened in channels",
  work: async (goOn) => {
    while (goOn() && (await postLines()) === AT_ONCE) {}
    return null;
  },
  wakes: ["user", "channels"],
  settleMs: 50,
  failure: "couldn't post what happened in channels; the next sweep tries again",
};

/**
 * Makes lines of the oldest noted events, each exactly once. A line is a message with `event`: it's counted as unread,
 * searched and notified of by no one. Returns how many events it took; 0 while another connection does it.
 */
export async function postLines(): Promise<number> {
  if ((await db().channelEvent.count({ take: 1 })) === 0) return 0;
  const { taken, counters } = await db().$transaction(async (tx) => {
    if (!(await tryLock(tx, "parley_channel_lines"))) return { taken: 0, counters: null };
    const noted = await tx.$queryRaw<LineNote[]>`
      SELECT id, channel_id, kind, actor_id, member_id, details FROM channel_events ORDER BY id LIMIT ${AT_ONCE}`;
    const channelIds = [...new Set(noted.map((each) => each.channel_id))];
    const locked = await Counters.lock(tx, channelIds);
    for (const channelId of channelIds.filter((id) => locked.has(id))) {
      const events = noted.filter((each) => each.channel_id === channelId);
      await postLine(tx, channelId, events, locked);
    }
    await locked.store(tx);
    await tx.channelEvent.deleteMany({ where: { id: { in: noted.map(({ id }) => id) } } });
    return { taken: noted.length, counters: locked };
  });
  counters?.announce();
  return taken;
}

/** Adds events to the line at the channel's end, or posts a new one. */
async function postLine(
  tx: Transaction,
  channelId: bigint,
  noted: readonly LineNote[],
  counters: Counters,
): Promise<void> {
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
  const rev = counters.nextRev(channelId);
  if (last && events.length <= MOST_IN_LINE) {
    await tx.message.update({
      where: { id: last.id },
      data: { event: events, content: lineText(events), rev },
      select: { id: true },
    });
    return;
  }
  const place = { channel_id: channelId, seq: counters.nextSeq(channelId), rev };
  const user_id = noted[0]?.actor_id ?? null;
  await insertPlaced(tx, [{ ...place, user_id, content: lineText(added), event: added }]);
}

/** Something that a person did to a message, for a line in the thread that it's in. `who` is notified of it. */
export type ThreadLine = { kind: string; who?: bigint };

/**
 * Posts a line in a thread, in the transaction of what it reports. It's no reply, so nothing counts it, but the person who
 * acted and the one it names follow the thread from then on. Returns the counters to `announce` after the commit.
 * Throws if the thread can't have replies.
 */
export async function postThreadLine(
  tx: Transaction,
  { channelId, rootId, actorId }: { channelId: bigint; rootId: bigint; actorId: bigint },
  { kind, who }: ThreadLine,
): Promise<Counters> {
  const counters = await Counters.lock(tx, [channelId]);
  const seq = counters.nextSeq(channelId);
  const following = [...new Set([actorId, who ?? actorId])];
  const followed = await tx.$executeRaw`
    INSERT INTO thread_follows AS f (root_id, user_id, last_read_seq, maybe_unread)
    SELECT r.id, given.id, ${seq}, false FROM messages r CROSS JOIN unnest(${following}::bigint[]) AS given (id)
    WHERE r.id = ${rootId} AND r.channel_id = ${channelId} AND r.thread_root_id IS NULL AND r.event IS NULL
    ON CONFLICT (root_id, user_id) DO UPDATE SET following = true`;
  if (followed === 0) throw new Error(`The message ${rootId} has no thread for a line.`);
  const event = [{ kind, by: `${actorId}`, ...(who !== undefined && { who: `${who}` }) }];
  const place = { channel_id: channelId, seq, rev: counters.nextRev(channelId), root_id: rootId };
  const mentioned = who === undefined || who === actorId ? [] : [who];
  await insertPlaced(tx, [{ ...place, user_id: actorId, content: lineText(event), event, mentioned }]);
  await counters.store(tx);
  return counters;
}

function toLineEvent({ kind, actor_id, member_id, details }: LineNote): LineEvent {
  return { kind, by: `${actor_id}`, ...(member_id !== null && { who: `${member_id}` }), ...details };
}
