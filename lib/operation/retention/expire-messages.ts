import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { onOneInstance } from "@/lib/db/one-instance";
import { publish } from "@/lib/events/hub";
import { BEFORE_ALL } from "@/lib/messages/imported-place";
import { log } from "@/lib/process/log";
import { inPortions, MINUTE_MS, type TimedJob } from "@/lib/process/repeat";
import { type Expire, expireReplies, expireRoots, expireTogether } from "./expire-together";

// Why: docs/decisions/retention.md

const EVERY_MS = 15 * MINUTE_MS;
// How many messages are deleted under the channel's lock at once: few enough that a post waits about 10 ms.
const AT_ONCE = 100;
// Rests twice as long as it worked, which leaves the database to posts most of the time.
const REST = 2;

export const expireMessagesJob: TimedJob = {
  name: "expire-messages",
  label: "Delete messages past their retention",
  every: EVERY_MS,
  work: expireMessages,
  failure: "couldn't delete messages past their retention",
};

/**
 * Deletes the messages of all channels that are older than their retention. One instance does this at a time; on others
 * it does nothing. Ends early once `goOn` returns false. A channel that fails is logged and left for the next run.
 */
export async function expireMessages(goOn: () => boolean = () => true): Promise<void> {
  const due = await dueChannels();
  if (due.length === 0) return;
  await onOneInstance("parley_retention", async () => {
    for (const id of due) {
      if (!goOn()) return;
      await expireChannel(id, goOn).catch((error: unknown) =>
        log.warn({ err: error, channelId: `${id}` }, "couldn't delete a channel's messages past their retention"),
      );
    }
  });
}

// The channels whose messages don't stay forever, and the time before which they're deleted.
const policy = Prisma.sql`
  SELECT c.id, now() - make_interval(days => coalesce(c.retention_days, w.retention_days)) AS before
  FROM channels c CROSS JOIN workspaces w WHERE coalesce(c.retention_days, w.retention_days) > 0
  AND c.deleted_at IS NULL`;

/** Returns the channels whose first message is past their retention. */
async function dueChannels(): Promise<bigint[]> {
  const rows = await db().$queryRaw<{ id: bigint }[]>`
    SELECT p.id FROM (${policy}) p CROSS JOIN LATERAL (
      SELECT m.created_at FROM messages m WHERE m.channel_id = p.id AND m.thread_root_id IS NULL ORDER BY m.seq LIMIT 1
    ) first
    WHERE first.created_at < p.before ORDER BY p.id`;
  return rows.map(({ id }) => id);
}

/** Deletes replies first, so that a root is deleted with the last of them. */
async function expireChannel(id: bigint, goOn: () => boolean): Promise<void> {
  const replies = await expirePart(id, Prisma.sql`m.thread_root_id IS NOT NULL`, expireReplies, goOn);
  const roots = await expirePart(id, Prisma.sql`m.thread_root_id IS NULL`, expireRoots, goOn);
  if (!replies && !roots) return;
  const { rev, msgSeq } = await db().channel.findUniqueOrThrow({ where: { id }, select: { rev: true, msgSeq: true } });
  publish({ kind: "channel", channelId: id, rev: Number(rev), msgSeq: Number(msgSeq) });
  publish({ kind: "files", channelId: id });
}

type Row = { id: bigint; seq: bigint; due: boolean };

/** Returns whether it deleted anything. */
async function expirePart(id: bigint, part: Prisma.Sql, expire: Expire, goOn: () => boolean): Promise<boolean> {
  let [after, deleted] = [BEFORE_ALL, false];
  await inPortions(async (atMost) => {
    // The policy is read each time, because it may have been changed meanwhile. Tombstones with replies were cleared before.
    const rows = await db().$queryRaw<Row[]>`
      SELECT m.id, m.seq, m.created_at < p.before AS due FROM messages m, (${policy} AND c.id = ${id}) p
      WHERE m.channel_id = ${id} AND ${part} AND m.seq > ${after} AND (m.deleted_at IS NULL OR m.reply_count = 0)
      ORDER BY m.seq LIMIT ${atMost}`;
    const due = rows.filter((row) => row.due);
    for (let start = 0; start < due.length; start += AT_ONCE) {
      if (!goOn()) return 0;
      const began = performance.now();
      await expireTogether(id, due.slice(start, start + AT_ONCE), expire);
      deleted = true;
      await sleep(REST * (performance.now() - began));
    }
    const last = rows.at(-1);
    after = last?.seq ?? after;
    // Messages are in the order of their time, so the rest stays. What a wrong clock put out of order is left for later runs.
    return last?.due ? rows.length : 0;
  });
  return deleted;
}
