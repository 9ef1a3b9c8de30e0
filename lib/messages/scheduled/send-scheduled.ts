import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { sendMessage } from "@/lib/messages/post/send-message";
import { toAttachments } from "@/lib/messages/scheduled/files";
import { noSuchScheduled, tell } from "@/lib/messages/scheduled/scheduled";
import type { SessionUser } from "@/lib/people/find-session-user";
import { log } from "@/lib/process/log";
import type { TimedJob } from "@/lib/process/repeat";
import { AppError, isAppError } from "@/lib/text/errors";

// Why: docs/decisions/drafts.md

const EVERY_MS = 5_000;
const AT_ONCE = 100;
const PATIENCE = { maxWait: 5_000, timeout: 20_000 };

export const sendScheduledJob: TimedJob = {
  name: "send-scheduled",
  label: "Send scheduled messages",
  every: EVERY_MS,
  work: sendDue,
  failure: "couldn't send scheduled messages",
};

/** Sends the messages whose time has come, the oldest first. What can't be sent anymore stays, with the reason. */
export async function sendDue(): Promise<void> {
  for (let last = { at: new Date(0), id: 0n }; ; ) {
    const due = await db().$queryRaw<{ id: bigint; at: Date }[]>`
      SELECT id, send_at AS at FROM scheduled_messages
      WHERE send_at <= now() AND problem IS NULL AND (send_at, id) > (${last.at}, ${last.id})
      ORDER BY send_at, id LIMIT ${AT_ONCE}`;
    for (const { id } of due) {
      // One that fails for another reason must not hold up the others. It's tried again.
      await sendOne(id).catch((error: unknown) => log.warn({ err: error }, "couldn't send a scheduled message"));
    }
    const end = due.at(-1);
    if (!end || due.length < AT_ONCE) return;
    last = end;
  }
}

async function sendOne(id: bigint): Promise<void> {
  const userId = await db().$transaction(async (tx) => {
    const row = await lock(tx, id);
    // A changed time waits for its turn.
    if (!row || row.problem !== null || row.sendAt.getTime() > Date.now() + EVERY_MS) return null;
    try {
      await send(row, await authorOf(row.userId));
      await tx.scheduledMessage.delete({ where: { id } });
    } catch (error) {
      if (!isAppError(error) || !FINAL.has(error.code)) throw error;
      await tx.scheduledMessage.update({ where: { id }, data: { problem: error.message } });
    }
    return row.userId;
  }, PATIENCE);
  if (userId !== null) tell(userId);
}

// Errors that trying again won't change.
const FINAL: ReadonlySet<string> = new Set(["forbidden", "not_found", "invalid"]);

/**
 * Sends one of the user's scheduled messages now. Throws `not_found` if it was sent or deleted, and like `sendMessage`
 * if it can't be sent; it stays then.
 */
export async function sendScheduledNow(user: SessionUser, id: bigint): Promise<void> {
  await db().$transaction(async (tx) => {
    const row = await lock(tx, id);
    if (row?.userId !== user.id) throw noSuchScheduled();
    await send(row, user);
    await tx.scheduledMessage.delete({ where: { id } });
  }, PATIENCE);
  tell(user.id);
}

type Row = NonNullable<Awaited<ReturnType<typeof lock>>>;

/** Returns the row and keeps others from changing it; null if it's gone or another instance is sending it. */
async function lock(tx: Transaction, id: bigint) {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM scheduled_messages WHERE id = ${id} FOR UPDATE SKIP LOCKED`;
  const include = { files: { orderBy: { id: "asc" } } } as const;
  return rows.length === 0 ? null : tx.scheduledMessage.findUnique({ where: { id }, include });
}

// The post commits before the row is deleted. If that fails, the same nonce makes the next try post nothing.
async function send({ channelId, threadRootId: threadId, files, ...row }: Row, user: SessionUser): Promise<void> {
  const channel = await requireChannel(user, channelId);
  const { content, nonce, inChannel } = row;
  await sendMessage(channel, { content, nonce, threadId, inChannel, attachments: await toAttachments(files) });
}

/** Returns the author as if they had just sent it. */
async function authorOf(id: bigint): Promise<SessionUser> {
  const select = { id: true, name: true, email: true, avatarUrl: true, role: true, showsPresence: true } as const;
  const user = await db().user.findFirst({ where: { id, deactivatedAt: null }, select });
  if (!user) throw new AppError("forbidden", "Your account was deactivated at that time.");
  return { ...user, sessionId: 0n };
}
