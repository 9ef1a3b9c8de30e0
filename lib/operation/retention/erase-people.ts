import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { onOneInstance } from "@/lib/db/one-instance";
import { publish } from "@/lib/events/hub";
import { changeTogether, deleteTogether, type RemovedParts } from "@/lib/messages/change/delete-together";
import { deletedNumber } from "@/lib/people/deleted-people";
import { log } from "@/lib/process/log";
import { inPortions, inTurns, type TimedJob } from "@/lib/process/repeat";
import { unseal } from "@/lib/secrets/secret";
import { clearAccount } from "./clear-account";
import { endWebhooks } from "./delete-channel";
import { AFTERWARDS } from "./personal-data";
import { type Former, formerSchema, replaceInImports, replaceInLog, replaceInQuotes } from "./replace-names";

// Why: docs/decisions/retention.md

const EVERY_MS = 10_000;
// As for retention: few enough that a post waits about 10 ms.
const AT_ONCE = 100;

export const erasePeopleJob: TimedJob = {
  name: "erase-people",
  label: "Delete the data of deleted people",
  every: EVERY_MS,
  work: erasePeople,
  failure: "couldn't delete the data of deleted people",
};

// Longer than a transaction can have been under way when the account was deleted.
const SETTLED_SECONDS = 60;

type Deletion = { userId: bigint; number: number; removed: RemovedParts; former: Former; settled: boolean };
type GoOn = () => boolean;

/**
 * Deletes what is left of all deleted people in portions, one instance at a time. Ends early once `goOn` returns false; the next run
 * begins again, which deletes the same. A person's last run begins a minute after their account was deleted, so that it also finds what
 * was being written at that moment.
 */
export async function erasePeople(goOn: GoOn = () => true): Promise<void> {
  const due = await db().$queryRaw<Due[]>`
    SELECT d.user_id AS "userId", d.number, d.removes_messages AS text, d.removes_files AS files, d.names,
      u.deleted_at < now() - ${SETTLED_SECONDS} * interval '1 second' AS settled
    FROM person_deletions d JOIN users u ON u.id = d.user_id WHERE d.ended_at IS NULL ORDER BY d.number`;
  if (due.length === 0) return;
  await onOneInstance("parley_erase_people", async () => {
    for (const { userId, number, text, files, names, settled } of due) {
      const opened = names && unseal(names);
      if (names && opened === null) {
        log.warn(
          { userId: `${userId}` },
          "a deleted person's former names can't be read, because the secret has changed",
        );
      }
      const former = formerSchema.parse(opened ? JSON.parse(opened) : {});
      await erase({ userId, number, removed: { text, files }, former, settled }, goOn).catch((error: unknown) =>
        log.warn({ err: error, userId: `${userId}` }, "couldn't delete a person's data; the next run goes on"),
      );
    }
  });
}

type Due = Pick<Deletion, "userId" | "number" | "settled"> & RemovedParts & { names: Uint8Array | null };

async function erase({ userId, number, removed, former, settled }: Deletion, goOn: GoOn): Promise<void> {
  await db().$transaction((tx) => clearAccount(tx, userId, number));
  // Failed sign-ins are counted by address.
  for (const email of former.emails) {
    await db().$executeRaw`DELETE FROM rate_limits WHERE starts_with(key, ${`login-account:${email} `})`;
  }
  for (const [table, column] of Object.entries(AFTERWARDS)) await deleteRows(table, column, userId, goOn);
  for (const column of ["user_id", "muted_id"]) await deleteRows("user_mutes", column, userId, goOn);
  await leaveChannels(userId);
  await deleteRows("sidebar_sections", "user_id", userId, goOn);
  await removeReactions(userId, goOn);
  await unassign(userId);
  await db().$executeRaw`
    UPDATE deliveries SET payload = NULL, payload_cut = false WHERE sent_by_id = ${userId} AND payload IS NOT NULL`;
  await replaceInLog({ userId, name: deletedNumber(number), former }, goOn);
  await replaceInImports({ userId, former }, goOn);
  await replaceInQuotes({ userId, former, removed }, goOn);
  if (removed.text || removed.files) await removeMessages(userId, removed, goOn);
  if (!settled || !goOn()) return;
  await db().personDeletion.update({ where: { userId }, data: { endedAt: new Date(), names: null } });
  publish({ kind: "person", userId });
  log.info({ userId: `${userId}` }, "deleted a person's data");
}

async function deleteRows(table: string, column: string, userId: bigint, goOn: GoOn): Promise<void> {
  const from = Prisma.raw(table);
  const deleted = (atMost: number, locked: Prisma.Sql) => db().$executeRaw`
    DELETE FROM ${from} WHERE ctid IN (
      SELECT ctid FROM ${from} WHERE ${Prisma.raw(column)} = ${userId} LIMIT ${atMost} FOR UPDATE ${locked})`;
  await inPortions(async (atMost) => (goOn() ? deleted(atMost, Prisma.sql`SKIP LOCKED`) : 0));
  // A post that locks several of them in another order could deadlock with a portion that waits, but not with one row.
  while (goOn() && (await deleted(1, Prisma.empty)) > 0);
}

/**
 * Ends their memberships. Those of direct messages stay, because they say with whom the others wrote. A direct message in which only
 * deleted people are left, such as their notes to themselves, is deleted, because no one could ever read it.
 */
async function leaveChannels(userId: bigint): Promise<void> {
  await db().$executeRaw`
    DELETE FROM memberships m USING channels c WHERE c.id = m.channel_id AND m.user_id = ${userId} AND c.kind <> 'direct'`;
  await db().$executeRaw`
    UPDATE memberships SET role = 'member', last_read_seq = 0, notifications = 'none', all_replies = false, starred = false,
      section_key = NULL
    WHERE user_id = ${userId}`;
  const orphaned = await db().$queryRaw<{ id: bigint }[]>`
    SELECT c.id FROM channels c JOIN memberships m ON m.channel_id = c.id
    WHERE m.user_id = ${userId} AND c.kind = 'direct' AND c.deleted_at IS NULL AND NOT EXISTS (
      SELECT FROM memberships o JOIN users u ON u.id = o.user_id WHERE o.channel_id = c.id AND u.deleted_at IS NULL)`;
  for (const { id } of orphaned) {
    await db().$transaction(async (tx) => {
      await endWebhooks(tx, id);
      await tx.$executeRaw`
        UPDATE channels SET deleted_at = now(), archived_at = now(), kind = 'private', topic = '', direct_key = NULL, rev = rev + 1
        WHERE id = ${id} AND deleted_at IS NULL`;
      await tx.membership.deleteMany({ where: { channelId: id } });
    });
  }
}

async function removeReactions(userId: bigint, goOn: GoOn): Promise<void> {
  await inChannels(
    (after) => db().$queryRaw`
      SELECT m.id, m.channel_id FROM messages m JOIN (
        SELECT DISTINCT message_id FROM reactions WHERE user_id = ${userId} AND message_id > ${after}
        ORDER BY message_id LIMIT ${AT_ONCE}) r ON r.message_id = m.id ORDER BY m.id`,
    (channelId, ids) =>
      changeTogether(channelId, async (tx) => {
        await tx.reaction.deleteMany({ where: { userId, messageId: { in: ids } } });
        return ids;
      }),
    goOn,
  );
}

async function unassign(userId: bigint): Promise<void> {
  const rows = await db().incident.findMany({
    where: { assignedToId: userId },
    select: { messageId: true, channelId: true },
  });
  for (const { messageId, channelId } of rows) {
    await changeTogether(channelId, async (tx) => {
      const where = { messageId, assignedToId: userId };
      const { count } = await tx.incident.updateMany({ where, data: { assignedToId: null } });
      return count > 0 ? [messageId] : [];
    });
    publish({ kind: "incidents", channelId });
  }
}

async function removeMessages(userId: bigint, removed: RemovedParts, goOn: GoOn): Promise<void> {
  await inChannels(
    (after) => db().$queryRaw`
      SELECT id, channel_id FROM messages WHERE user_id = ${userId} AND id > ${after} AND deleted_at IS NULL
      ORDER BY id LIMIT ${AT_ONCE}`,
    (channelId, ids) => deleteTogether(channelId, ids, removed),
    goOn,
  );
}

/** Reads messages in portions by id, and hands them on by channel. */
async function inChannels(
  read: (after: bigint) => Promise<{ id: bigint; channel_id: bigint }[]>,
  work: (channelId: bigint, ids: bigint[]) => Promise<void>,
  goOn: GoOn,
): Promise<void> {
  // Imported messages are older than the first id that Parley gives.
  let after = -(2n ** 63n);
  await inTurns(async () => {
    const rows = await read(after);
    const last = rows.at(-1);
    if (!last) return false;
    for (const channelId of new Set(rows.map((row) => row.channel_id))) {
      await work(
        channelId,
        rows.filter((row) => row.channel_id === channelId).map(({ id }) => id),
      );
    }
    after = last.id;
    return true;
  }, goOn);
}
