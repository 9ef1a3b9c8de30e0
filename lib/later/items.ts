import type { AccessibleChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { AppError, noSuchMessage } from "@/lib/errors";
import { publish } from "@/lib/events/hub";
import type { LaterChange } from "@/lib/later/schema";
import type { SessionUser } from "@/lib/users/find-session-user";

// Why: docs/decisions/later.md

/** How many items a person can have that aren't done, and how many at all. */
const MOST_OPEN = 1_000;
const MOST = 10_000;

/**
 * Saves a message for later, or changes its reminder; one that was done is open again. `remindAt` null removes the
 * reminder, undefined leaves it. Throws `not_found` for a message of another channel or a deleted one, `conflict` if
 * the person has saved too much.
 */
export async function saveForLater(
  { user, channel }: AccessibleChannel,
  messageId: bigint,
  remindAt: Date | null | undefined,
): Promise<void> {
  await requireMessage(channel.id, messageId);
  await db().$transaction(async (tx) => {
    const key = { userId_messageId: { userId: user.id, messageId } };
    if (!(await tx.laterItem.findUnique({ where: key, select: { id: true } }))) await assertRoom(tx, user);
    const reminder = remindAt === undefined ? {} : { remindAt, remindedAt: null };
    await tx.laterItem.upsert({
      where: key,
      create: { userId: user.id, messageId, remindAt: remindAt ?? null },
      update: { doneAt: null, ...reminder },
    });
  });
  tell(user);
}

/**
 * Removes a message from the person's saved ones, with its reminder; if it isn't saved, nothing changes. Throws
 * `not_found` for a message of another channel, or a deleted one.
 */
export async function removeFromLater({ user, channel }: AccessibleChannel, messageId: bigint): Promise<void> {
  await requireMessage(channel.id, messageId);
  await db().laterItem.deleteMany({ where: { userId: user.id, messageId } });
  tell(user);
}

/** Adds a reminder with a text of its own. Throws `conflict` if the person has saved too much. */
export async function addReminder(user: SessionUser, text: string, remindAt: Date): Promise<void> {
  await db().$transaction(async (tx) => {
    await assertRoom(tx, user);
    await tx.laterItem.create({ data: { userId: user.id, text, remindAt } });
  });
  tell(user);
}

/** Changes one of the person's items. Throws `not_found` for any other id. */
export async function changeItem(user: SessionUser, id: bigint, { done, remindAt }: LaterChange): Promise<void> {
  const { count } = await db().laterItem.updateMany({
    where: { id, userId: user.id },
    data: {
      ...(done !== undefined && { doneAt: done ? new Date() : null }),
      // A new reminder opens it again; what is done reminds no one.
      ...(remindAt && { remindAt, remindedAt: null, doneAt: null }),
      ...((done === true || remindAt === null) && { remindAt: null }),
    },
  });
  if (count === 0) throw noSuchItem();
  tell(user);
}

/** Deletes one of the person's items. Throws `not_found` for any other id. */
export async function deleteItem(user: SessionUser, id: bigint): Promise<void> {
  const { count } = await db().laterItem.deleteMany({ where: { id, userId: user.id } });
  if (count === 0) throw noSuchItem();
  tell(user);
}

async function assertRoom(tx: Transaction, { id: userId }: SessionUser): Promise<void> {
  const [open, all] = [
    await tx.laterItem.count({ where: { userId, doneAt: null } }),
    await tx.laterItem.count({ where: { userId } }),
  ];
  if (open >= MOST_OPEN)
    throw new AppError("conflict", "You've saved 1,000 things for later. Mark some as done or remove them first.");
  if (all >= MOST) throw new AppError("conflict", "You've saved 10,000 things. Remove some that are done first.");
}

async function requireMessage(channelId: bigint, id: bigint): Promise<void> {
  if ((await db().message.count({ where: { id, channelId, deletedAt: null } })) > 0) return;
  throw noSuchMessage();
}

function noSuchItem(): AppError {
  return new AppError("not_found", "You've already removed this.");
}

/** Updates the person's open pages. */
function tell({ id: userId }: Pick<SessionUser, "id">): void {
  publish({ kind: "unread", userId });
}
