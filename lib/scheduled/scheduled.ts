import { mayRead, requireChannel } from "@/lib/channels/access";
import type { ChannelKind } from "@/lib/channels/dto";
import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { AppError, noSuchRoot } from "@/lib/errors";
import { publish } from "@/lib/events/hub";
import { countLimit } from "@/lib/limits";
import { namedIds, personIds } from "@/lib/messages/markdown/mention-grammar";
import { assertMayWrite } from "@/lib/messages/send-message";
import type { ScheduledCountDto, ScheduledDto } from "@/lib/scheduled/dto";
import type { NewScheduled, ScheduledChange } from "@/lib/scheduled/schema";
import type { SessionUser } from "@/lib/users/find-session-user";

// Why: docs/decisions/scheduled-messages.md

const MOST = () => countLimit("scheduled", 100);

/**
 * Schedules a person's message. With a nonce that they used before, nothing changes. Throws `forbidden` if they can't
 * post there now or have 100 scheduled messages, `not_found` if the message to reply to doesn't exist.
 */
export async function schedule(
  user: SessionUser,
  { channelId, threadId, inChannel, ...rest }: NewScheduled,
): Promise<void> {
  assertMayWrite(await requireChannel(user, channelId), { inThread: threadId !== null && !inChannel });
  const root = { id: threadId ?? 0n, channelId, threadRootId: null, deletedAt: null };
  if (threadId !== null && (await db().message.count({ where: root })) === 0) {
    throw noSuchRoot();
  }
  const most = MOST();
  await db().$transaction(async (tx) => {
    // Requests of one person wait for each other, or they'd exceed the limit together.
    await tx.$executeRaw`SELECT FROM users WHERE id = ${user.id} FOR NO KEY UPDATE`;
    if ((await tx.scheduledMessage.count({ where: { userId: user.id } })) >= most) {
      throw new AppError("forbidden", `You can schedule ${most} messages. Send or delete one of them first.`);
    }
    const row = { userId: user.id, channelId, threadRootId: threadId, inChannel, ...rest };
    await tx.scheduledMessage.createMany({ data: row, skipDuplicates: true });
  });
  tell(user.id);
}

/** Returns the user's scheduled messages, the next one first. */
export async function listScheduled(user: SessionUser): Promise<ScheduledDto[]> {
  const rows = await db().scheduledMessage.findMany({
    where: { userId: user.id },
    orderBy: [{ sendAt: "asc" }, { id: "asc" }],
  });
  if (rows.length === 0) return [];
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
      problem: row.problem,
    };
  });
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
 * `not_found` if it was sent or deleted.
 */
export async function changeScheduled(user: SessionUser, id: bigint, change: ScheduledChange): Promise<void> {
  const data = {
    ...(change.content !== undefined && { content: change.content }),
    ...(change.sendAt && { sendAt: change.sendAt, problem: null }),
  };
  const { count } = await db().scheduledMessage.updateMany({ where: { id, userId: user.id }, data });
  if (count === 0) throw noSuchScheduled();
  tell(user.id);
}

/** Deletes a scheduled message. Throws `not_found` if it was sent or deleted. */
export async function deleteScheduled(user: SessionUser, id: bigint): Promise<void> {
  const { count } = await db().scheduledMessage.deleteMany({ where: { id, userId: user.id } });
  if (count === 0) throw noSuchScheduled();
  tell(user.id);
}

/** The same error for one that never existed, was sent or was deleted. */
export function noSuchScheduled(): AppError {
  return new AppError("not_found", "This message was already sent or deleted.");
}

/** Makes the person's open pages load what they have scheduled again. */
export function tell(userId: bigint): void {
  publish({ kind: "unread", userId });
}
