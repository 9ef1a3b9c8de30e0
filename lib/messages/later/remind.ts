import { ownConversation } from "@/lib/channels/open-direct";
import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import { seenBy } from "@/lib/messages/later/queries";
import { quoteCards } from "@/lib/messages/post/forward-message";
import { postMessages } from "@/lib/messages/post/post-messages";
import { log } from "@/lib/process/log";
import { MINUTE_MS, type TimedJob } from "@/lib/process/repeat";

// Why: docs/decisions/drafts.md

const EVERY_MS = 5_000;
const AT_ONCE = 50;
const LATE_MS = 2 * MINUTE_MS;
const PATIENCE = { maxWait: 5_000, timeout: 60_000 };

/** Sends reminders, those first that became due while Parley wasn't running. */
export const reminderJob: TimedJob = {
  name: "reminders",
  label: "Send reminders",
  every: EVERY_MS,
  work: remindAll,
  failure: "couldn't send reminders",
};

async function remindAll(): Promise<void> {
  while ((await remindDue()) === AT_ONCE);
}

/** Sends due reminders, each once, and returns how many. Several instances can do it at once. */
export async function remindDue(now = new Date()): Promise<number> {
  const due = await db().$transaction(async (tx) => {
    const rows = await tx.$queryRaw<
      { id: bigint; user_id: bigint; message_id: bigint | null; text: string; remind_at: Date }[]
    >`
      SELECT i.id, i.user_id, i.message_id, i.text, i.remind_at FROM later_items i JOIN users u ON u.id = i.user_id
      WHERE i.remind_at <= ${now} AND u.deactivated_at IS NULL
      ORDER BY i.remind_at LIMIT ${AT_ONCE} FOR UPDATE OF i SKIP LOCKED`;
    for (const { id, user_id: userId, message_id: messageId, text, remind_at: at } of rows) {
      await remind({ id, userId, messageId, text, at }, now);
      await tx.laterItem.update({ where: { id }, data: { remindAt: null, remindedAt: now } });
    }
    return rows;
  }, PATIENCE);
  for (const userId of new Set(due.map(({ user_id }) => user_id))) publish({ kind: "unread", userId });
  return due.length;
}

type Due = { id: bigint; userId: bigint; messageId: bigint | null; text: string; at: Date };

/** Posts the reminder to the person's notes to themselves, unless an interrupted run already has. */
async function remind({ id, userId, messageId, text, at }: Due, now: Date): Promise<void> {
  const { id: channelId } = await ownConversation(userId);
  const nonce = `reminder-${id}-${at.getTime()}`;
  if ((await db().message.count({ where: { channelId, nonce } })) > 0) return;
  const readable = messageId !== null && (await seenBy({ id: userId }, [messageId])).length > 0;
  const cards = messageId !== null && readable ? await quoteCards({ id: messageId }) : null;
  const content = [
    messageId === null ? text : cards ? "You asked to be reminded of this message." : GONE,
    ...(now.getTime() - at.getTime() > LATE_MS ? ["This reminder is late, because Parley wasn't running."] : []),
  ].join("\n\n");
  const draft = {
    kind: "user" as const,
    userId,
    channelId,
    nonce,
    content,
    embeds: cards ?? [],
    allowedMentions: null,
  };
  const [result] = await postMessages([{ ...draft, as: "Reminder" }]);
  if (!result || "refused" in result) log.warn({ reason: result?.refused }, "a reminder couldn't be posted");
}

const GONE = "You asked to be reminded of a message that was deleted or that you can't see anymore.";
