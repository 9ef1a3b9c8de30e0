import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { onOneInstance } from "@/lib/db/one-instance";
import { forgetPayloads } from "@/lib/messages/change-message";
import { BEFORE_ALL } from "@/lib/messages/imported-place";
import { log } from "@/lib/process/log";
import { inPortions, MINUTE_MS, type TimedJob } from "@/lib/process/repeat";

// No one posts or reads there, but the database has other work.
const AT_ONCE = 500;

export const emptyChannelsJob: TimedJob = {
  name: "empty-channels",
  label: "Delete the messages of deleted channels",
  every: MINUTE_MS,
  work: emptyChannels,
  failure: "couldn't delete the messages of deleted channels",
};

/**
 * Deletes the messages, files and logs of all deleted channels in portions, one instance at a time. Ends early once
 * `goOn` returns false; the next run goes on from there. The channel's row stays, as the home of webhooks that have
 * posted in other channels too.
 */
export async function emptyChannels(goOn: () => boolean = () => true): Promise<void> {
  const due = await db().channel.findMany({
    where: { deletedAt: { not: null }, emptiedAt: null },
    orderBy: { deletedAt: "asc" },
    select: { id: true },
  });
  if (due.length === 0) return;
  await onOneInstance("parley_empty_channels", async () => {
    for (const { id } of due) {
      await emptyChannel(id, goOn).catch((error: unknown) =>
        log.warn(
          { err: error, channelId: `${id}` },
          "couldn't delete a deleted channel's messages; the next run goes on",
        ),
      );
    }
  });
}

async function emptyChannel(id: bigint, goOn: () => boolean): Promise<void> {
  // Replies first: a root takes all of its replies with it.
  await deleteMessages(id, Prisma.sql`m.thread_root_id IS NOT NULL`, goOn);
  await deleteMessages(id, Prisma.sql`m.thread_root_id IS NULL`, goOn);
  await deleteLogs(id, goOn);
  if (!goOn()) return;
  await db().$transaction(async (tx) => {
    // Messages in other channels still show the avatars of webhooks that have moved.
    await tx.$executeRaw`
      DELETE FROM pictures p USING webhooks w WHERE w.channel_id = ${id} AND p.webhook_id = w.id AND NOT EXISTS (
        SELECT FROM channels c CROSS JOIN LATERAL (
          SELECT FROM messages m WHERE m.channel_id = c.id AND m.webhook_id = w.id LIMIT 1) posted)`;
    await tx.$executeRaw`UPDATE webhooks SET description = '' WHERE channel_id = ${id}`;
    await tx.$executeRaw`DELETE FROM channel_storage WHERE channel_id = ${id}`;
    await tx.channel.update({ where: { id }, data: { emptiedAt: new Date() }, select: { id: true } });
  });
  log.info({ channelId: `${id}` }, "deleted everything in a deleted channel");
}

async function deleteMessages(channelId: bigint, part: Prisma.Sql, goOn: () => boolean): Promise<void> {
  // Deleted rows stay in the index for a while, so each portion begins after the last.
  let after = BEFORE_ALL;
  for (;;) {
    if (!goOn()) return;
    const began = performance.now();
    const rows = await db().$queryRaw<{ id: bigint; seq: bigint }[]>`
      SELECT m.id, m.seq FROM messages m WHERE m.channel_id = ${channelId} AND ${part} AND m.seq > ${after}
      ORDER BY m.seq LIMIT ${AT_ONCE}`;
    const last = rows.at(-1);
    if (!last) return;
    const ids = rows.map(({ id }) => id);
    await db().$transaction(async (tx) => {
      await forgetPayloads(tx, ids);
      await tx.$executeRaw`DELETE FROM attachments WHERE message_id = ANY(${ids}::bigint[])`;
      await tx.$executeRaw`DELETE FROM messages WHERE id = ANY(${ids}::bigint[])`;
    });
    after = last.seq;
    await sleep(performance.now() - began);
  }
}

/** Deletes the delivery logs of the channel's webhooks, and the keys by which they recognized repeated requests. */
async function deleteLogs(channelId: bigint, goOn: () => boolean): Promise<void> {
  const webhooks = await db().webhook.findMany({ where: { channelId }, select: { id: true } });
  for (const { id } of webhooks) {
    for (const table of [Prisma.sql`deliveries`, Prisma.sql`idempotency_keys`]) {
      await inPortions(async (atMost) => {
        if (!goOn()) return 0;
        return db().$executeRaw`
          DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE webhook_id = ${id} LIMIT ${atMost})`;
      });
    }
  }
}
