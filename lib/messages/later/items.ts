import type { AccessibleChannel } from "@/lib/channels/access";
import { asReader } from "@/lib/channels/as-member";
import { publish } from "@/lib/events/hub";
import type { LaterChange } from "@/lib/messages/later/schema";
import { asPerson, type ProvenTx } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError, noSuchMessage } from "@/lib/text/errors";

// Why: docs/decisions/drafts.md

/** How many items a person can have that aren't done, and how many at all. */
const MOST_OPEN = 1_000;
const MOST = 10_000;

/**
 * Saves a message for later, or changes its reminder; one that was done is open again. `remindAt` null removes the
 * reminder, undefined leaves it. Throws `not_found` for a message of another channel or a deleted one, `conflict` if
 * the person has saved too much.
 */
export async function saveForLater(
  accessible: AccessibleChannel,
  messageId: bigint,
  remindAt: Date | null | undefined,
): Promise<void> {
  const save = async (tx: ProvenTx, { user, channel }: AccessibleChannel) => {
    await requireMessage(tx, channel.id, messageId);
    const key = { userId_messageId: { userId: user.id, messageId } };
    const before = await tx.laterItem.findUnique({ where: key, select: { doneAt: true } });
    if (!before) await assertRoom(tx, user);
    else if (before.doneAt !== null) await assertRoomOpen(tx, user);
    const reminder = remindAt === undefined ? {} : { remindAt, remindedAt: null };
    await tx.laterItem.upsert({
      where: key,
      create: { userId: user.id, messageId, remindAt: remindAt ?? null },
      update: { doneAt: null, ...reminder },
    });
  };
  await asReader(accessible, save, { alone: "person" });
  tell(accessible.user);
}

/**
 * Removes a message from the person's saved ones, with its reminder; if it isn't saved, nothing changes. Throws
 * `not_found` for a message of another channel, or a deleted one.
 */
export async function removeFromLater({ user, channel }: AccessibleChannel, messageId: bigint): Promise<void> {
  await asPerson(user, async (tx) => {
    await requireMessage(tx, channel.id, messageId);
    await tx.laterItem.deleteMany({ where: { userId: user.id, messageId } });
  });
  tell(user);
}

/** Adds a reminder with a text of its own. Throws `conflict` if the person has saved too much. */
export async function addReminder(user: SessionUser, text: string, remindAt: Date): Promise<void> {
  await asPerson(user, async (tx) => {
    await assertRoom(tx, user);
    await tx.laterItem.create({ data: { userId: user.id, text, remindAt } });
  });
  tell(user);
}

/** Changes one of the person's items. Throws `not_found` for any other id. */
export async function changeItem(user: SessionUser, id: bigint, { done, remindAt }: LaterChange): Promise<void> {
  const data = {
    ...(done !== undefined && { doneAt: done ? new Date() : null }),
    // A new reminder opens it again; what is done reminds no one.
    ...(remindAt && { remindAt, remindedAt: null, doneAt: null }),
    ...((done === true || remindAt === null) && { remindAt: null }),
  };
  await asPerson(user, async (tx) => {
    const item = await tx.laterItem.findFirst({ where: { id, userId: user.id }, select: { doneAt: true } });
    if (!item) throw noSuchItem();
    if (item.doneAt !== null && data.doneAt === null) await assertRoomOpen(tx, user);
    await tx.laterItem.update({ where: { id }, data, select: { id: true } });
  });
  tell(user);
}

/** Deletes one of the person's items. Throws `not_found` for any other id. */
export async function deleteItem(user: SessionUser, id: bigint): Promise<void> {
  const { count } = await asPerson(user, (tx) => tx.laterItem.deleteMany({ where: { id, userId: user.id } }));
  if (count === 0) throw noSuchItem();
  tell(user);
}

async function assertRoom(tx: ProvenTx, user: Pick<SessionUser, "id">): Promise<void> {
  await assertRoomOpen(tx, user);
  if ((await tx.laterItem.count({ where: { userId: user.id } })) >= MOST)
    throw new AppError("conflict", "You've saved 10,000 things. Remove some that are done first.");
}

async function assertRoomOpen(tx: ProvenTx, { id: userId }: Pick<SessionUser, "id">): Promise<void> {
  if ((await tx.laterItem.count({ where: { userId, doneAt: null } })) >= MOST_OPEN)
    throw new AppError("conflict", "You've saved 1,000 things for later. Mark some as done or remove them first.");
}

async function requireMessage(tx: ProvenTx, channelId: bigint, id: bigint): Promise<void> {
  if ((await tx.message.count({ where: { id, channelId, deletedAt: null } })) > 0) return;
  throw noSuchMessage();
}

function noSuchItem(): AppError {
  return new AppError("not_found", "You've already removed this.");
}

/** Updates the person's open pages. */
function tell({ id: userId }: Pick<SessionUser, "id">): void {
  publish({ kind: "unread", userId });
}
