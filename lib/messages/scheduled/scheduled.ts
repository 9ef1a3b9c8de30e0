import { type AccessibleChannel, mayRead, requireChannel } from "@/lib/channels/access";
import { asReader } from "@/lib/channels/as-member";
import type { ChannelKind } from "@/lib/channels/dto";
import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import type { AttachmentDto } from "@/lib/files/uploads/dto";
import { withFilesInPlace } from "@/lib/files/uploads/store-file";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import { toServedDto } from "@/lib/messages/files/queries";
import { namedIds, personIds } from "@/lib/messages/markdown/mention-grammar";
import { assertMayWrite } from "@/lib/messages/post/send-message";
import type { ScheduledCountDto, ScheduledDto } from "@/lib/messages/scheduled/dto";
import type { NewScheduledMessage, ScheduledChange } from "@/lib/messages/scheduled/schema";
import { asPerson, type ProvenTx } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countLimit } from "@/lib/process/limits";
import { type Cursor, cursorText } from "@/lib/text/cursor";
import { AppError, noSuchRoot } from "@/lib/text/errors";
import { type Page, page } from "@/lib/text/page";
import { scheduledPaths } from "@/lib/text/scheduled-paths";

// Why: docs/decisions/drafts.md

const MOST = () => countLimit("scheduled", 100);
const PAGE = 50;

/**
 * Schedules a person's message. With a nonce that they used before, nothing changes. Throws `forbidden` if they can't
 * post there now or have 100 scheduled messages, `not_found` if the message to reply to doesn't exist, `invalid` without
 * text and files.
 */
export async function schedule(
  user: SessionUser,
  { channelId, threadId, inChannel, ...rest }: NewScheduledMessage,
  files: readonly NewAttachment[] = [],
): Promise<void> {
  if (rest.content === "" && files.length === 0) throw nothingToSend();
  const where = { inThread: threadId !== null && !inChannel };
  // Also before the files are stored, which takes a while.
  assertMayWrite(await requireChannel(user, channelId), where);
  const root = { id: threadId ?? 0n, channelId, threadRootId: null, deletedAt: null };
  const row = { userId: user.id, channelId, threadRootId: threadId, inChannel, ...rest };
  const insert = async (tx: ProvenTx, now: AccessibleChannel) => {
    assertMayWrite(now, where);
    if (threadId !== null && (await tx.message.count({ where: root })) === 0) throw noSuchRoot();
    await assertMayScheduleMore(user, tx.scheduledMessage);
    const added = await tx.scheduledMessage.createManyAndReturn({ data: row, skipDuplicates: true });
    for (const { id } of added) await insertFiles(tx, { scheduledId: id, userId: user.id }, files);
  };
  await withFilesInPlace(
    files.map(({ file }) => file),
    () => asReader({ user, channel: { id: channelId } }, insert, { alone: "person" }),
  );
  tell(user.id);
}

/** Throws `forbidden` if the user has 100 scheduled messages. */
export async function assertMayScheduleMore(
  user: Pick<SessionUser, "id">,
  scheduled: Pick<Transaction["scheduledMessage"], "count"> = db().scheduledMessage,
): Promise<void> {
  const most = MOST();
  if ((await scheduled.count({ where: { userId: user.id } })) < most) return;
  throw new AppError("forbidden", `You can schedule ${most} messages. Send or delete one of them first.`);
}

/** Stores which files a scheduled message has. Their bytes must be in place. */
export async function insertFiles(
  tx: Transaction,
  ids: { scheduledId: bigint; userId: bigint },
  files: readonly NewAttachment[],
): Promise<void> {
  const data = files.map(({ file: { hash, size, contentType, width, height }, name }) => {
    return { ...ids, hash: new Uint8Array(hash), name, size, contentType, width, height };
  });
  await tx.scheduledFile.createMany({ data });
}

/** Returns a page of the user's scheduled messages, the next one first. */
export async function listScheduled(user: SessionUser, after?: Cursor): Promise<Page<ScheduledDto>> {
  const [at, last] = [new Date(after?.key ?? 0), after?.id ?? 0n];
  const isLater = [{ sendAt: { gt: at } }, { sendAt: at, id: { gt: last } }];
  const ids = await db().scheduledMessage.findMany({
    where: { userId: user.id, ...(after && !Number.isNaN(at.getTime()) && { OR: isLater }) },
    orderBy: [{ sendAt: "asc" }, { id: "asc" }],
    take: PAGE + 1,
    select: { id: true, sendAt: true },
  });
  return page(ids, {
    most: PAGE,
    cursorOf: ({ id, sendAt }) => cursorText({ key: sendAt.toISOString(), id }),
    toItems: async (some) => {
      const found = await scheduledAmong(
        user,
        some.map(({ id }) => id),
      );
      return some.map(({ id }) => found.find((each) => each.id === `${id}`) ?? null);
    },
  });
}

async function scheduledAmong(user: SessionUser, among: readonly bigint[]): Promise<ScheduledDto[]> {
  const rows = await db().scheduledMessage.findMany({
    where: { id: { in: [...among] }, userId: user.id },
    include: { files: { orderBy: { id: "asc" }, select: fileSelect } },
  });
  const channelIds = rows.map(({ channelId }) => channelId);
  const mentioned = rows.map(({ content }) => personIds(namedIds(content)));
  const ids = mentioned.flat();
  const [channels, people, groups] = await Promise.all([
    db().$queryRaw<{ id: bigint; name: string; kind: ChannelKind }[]>`
      SELECT c.id, c.name, c.kind::text AS kind FROM channels c
      WHERE c.id = ANY(${channelIds}::bigint[]) AND ${mayRead(Prisma.sql`${user.id}`)}`,
    db().user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
    db().userGroup.findMany({ where: { id: { in: ids } }, select: { id: true, handle: true } }),
  ]);
  const nameOf = await namesFor(user, channels);
  const named = [...people, ...groups.map(({ id, handle }) => ({ id, name: handle }))];
  return rows.map((row, index) => {
    const channel = channels.find(({ id }) => id === row.channelId);
    return {
      id: `${row.id}`,
      channelId: `${row.channelId}`,
      channel: channel ? { id: `${channel.id}`, kind: channel.kind, name: nameOf(channel).name } : null,
      threadId: row.threadRootId === null ? null : `${row.threadRootId}`,
      ...(row.inChannel && { inChannel: true }),
      content: row.content,
      people: named.filter(({ id }) => mentioned[index]?.includes(id)).map(({ id, name }) => ({ id: `${id}`, name })),
      sendAt: row.sendAt.toISOString(),
      ...(row.files.length > 0 && { files: row.files.map((file) => toFileDto(row.id, file)) }),
      problem: row.problem,
    };
  });
}

const fileSelect = { id: true, name: true, size: true, contentType: true, width: true, height: true } as const;

function toFileDto(id: bigint, file: Prisma.ScheduledFileGetPayload<{ select: typeof fileSelect }>): AttachmentDto {
  return toServedDto({ ...file, description: "" }, scheduledPaths.file(`${id}`, `${file.id}`));
}

/** Returns how many messages the user has scheduled, for their sidebar and composers. */
export async function countScheduled(user: Pick<SessionUser, "id">): Promise<ScheduledCountDto> {
  const rows = await db().$queryRaw<{ id: bigint; waiting: bigint; failed: bigint }[]>`
    SELECT coalesce(thread_root_id, channel_id) AS id, count(*) FILTER (WHERE problem IS NULL) AS waiting,
      count(*) FILTER (WHERE problem IS NOT NULL) AS failed
    FROM scheduled_messages WHERE user_id = ${user.id} GROUP BY 1`;
  const waiting = rows.filter((row) => row.waiting > 0n).map((row) => [`${row.id}`, Number(row.waiting)]);
  return { waiting: Object.fromEntries(waiting), failed: rows.reduce((sum, { failed }) => sum + Number(failed), 0) };
}

/**
 * Changes the text or time of a scheduled message. A new time makes Parley try again if it couldn't be sent. Throws
 * `not_found` if it was sent or deleted, `invalid` if nothing would be left to send.
 */
export async function changeScheduled(user: SessionUser, id: bigint, change: ScheduledChange): Promise<void> {
  const data = {
    ...(change.content !== undefined && { content: change.content }),
    ...(change.sendAt && { sendAt: change.sendAt, problem: null }),
  };
  const own = { id, userId: user.id };
  const where = change.content === "" ? { ...own, files: { some: {} } } : own;
  const { count } = await asPerson(user, (tx) => tx.scheduledMessage.updateMany({ where, data }));
  if (count === 0)
    throw (await db().scheduledMessage.count({ where: own })) === 0 ? noSuchScheduled() : nothingToSend();
  tell(user.id);
}

/** Deletes a scheduled message. Throws `not_found` if it was sent or deleted. */
export async function deleteScheduled(user: SessionUser, id: bigint): Promise<void> {
  const own = { id, userId: user.id };
  const { count } = await asPerson(user, (tx) => tx.scheduledMessage.deleteMany({ where: own }));
  if (count === 0) throw noSuchScheduled();
  tell(user.id);
}

/** The same error for one that never existed, was sent or was deleted. */
export function noSuchScheduled(): AppError {
  return new AppError("not_found", "This message was already sent or deleted.");
}

function nothingToSend(): AppError {
  return new AppError("invalid", "Write a message or attach a file.");
}

/** Makes the person's open pages load what they have scheduled again. */
export function tell(userId: bigint): void {
  publish({ kind: "unread", userId });
}
