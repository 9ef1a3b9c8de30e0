import { db } from "@/lib/db/client";
import { fileStore } from "@/lib/files/stores/stores";
import { UPLOAD_LIMITS } from "@/lib/files/uploads/dto";
import { fileNameOf } from "@/lib/files/uploads/file-paths";
import type { FoundAttachment } from "@/lib/files/uploads/serve-attachment";
import { withFilesInPlace } from "@/lib/files/uploads/store-file";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import { insertFiles, noSuchScheduled, tell } from "@/lib/messages/scheduled/scheduled";
import { asPerson } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError, noSuchThing } from "@/lib/text/errors";
import { sizeText } from "@/lib/text/size-text";

// Why: docs/decisions/drafts.md

/** Throws `not_found` unless the user has this scheduled message. */
export async function assertScheduled(user: SessionUser, id: bigint): Promise<void> {
  if ((await db().scheduledMessage.count({ where: { id, userId: user.id } })) === 0) throw noSuchScheduled();
}

/**
 * Adds files to a scheduled message. Throws `not_found` if it was sent or deleted, and `invalid` or `too_large` if it
 * would have more files than a message can have.
 */
export async function addScheduledFiles(user: SessionUser, id: bigint, added: readonly NewAttachment[]): Promise<void> {
  const bytesOf = (files: readonly { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0);
  const stored = added.map(({ file }) => file);
  await withFilesInPlace(stored, () =>
    asPerson(user, async (tx) => {
      const locked = await tx.$queryRaw<unknown[]>`
        SELECT FROM scheduled_messages WHERE id = ${id} AND user_id = ${user.id} FOR UPDATE`;
      if (locked.length === 0) throw noSuchScheduled();
      const before = await tx.scheduledFile.findMany({ where: { scheduledId: id }, select: { size: true } });
      const { files: most, totalBytes } = UPLOAD_LIMITS;
      if (before.length + added.length > most) {
        throw new AppError("invalid", `A message can have at most ${most} files. Remove one of them first.`);
      }
      if (bytesOf(before) + bytesOf(stored) > totalBytes) {
        throw new AppError("too_large", `A message's files can be at most ${sizeText(totalBytes)} together.`);
      }
      await insertFiles(tx, { scheduledId: id, userId: user.id }, added);
    }),
  );
  tell(user.id);
}

/**
 * Removes a file from a scheduled message. Throws `not_found` if it's gone already or the message was sent, and
 * `invalid` if nothing would be left to send.
 */
export async function removeScheduledFile(user: SessionUser, id: bigint, fileId: bigint): Promise<void> {
  // The lock waits for a send that has begun.
  const removed = await asPerson(
    user,
    (tx) => tx.$executeRaw`
    WITH own AS (
      SELECT id, content FROM scheduled_messages WHERE id = ${id} AND user_id = ${user.id} FOR UPDATE
    )
    DELETE FROM scheduled_files f USING own WHERE f.id = ${fileId} AND f.scheduled_id = own.id
      AND (own.content <> '' OR EXISTS (
        SELECT FROM scheduled_files o WHERE o.scheduled_id = own.id AND o.id <> ${fileId}))`,
  );
  if (removed === 0) {
    await findScheduledFile(user, id, fileId);
    throw new AppError("invalid", "The message has nothing else to send. Write a text first, or delete the message.");
  }
  tell(user.id);
}

/** Finds a file of one of the user's scheduled messages. Throws the same `not_found` in every other case. */
export async function findScheduledFile(user: SessionUser, id: bigint, fileId: bigint): Promise<FoundAttachment> {
  const select = { id: true, hash: true, name: true, size: true, contentType: true } as const;
  const where = { id: fileId, message: { id, userId: user.id } };
  const file = await db().scheduledFile.findFirst({ where, select });
  if (!file) throw noSuchThing();
  return { ...file, by: user.id };
}

type StoredRow = {
  hash: Uint8Array;
  name: string;
  size: number;
  contentType: string;
  width: number | null;
  height: number | null;
};

/** Returns a scheduled message's files as attachments. Throws `not_found` with the name of a file that is missing. */
export async function toAttachments(rows: readonly StoredRow[]): Promise<NewAttachment[]> {
  const attachments: NewAttachment[] = [];
  for (const { hash, name, ...facts } of rows) {
    if ((await fileStore().sizeOf(fileNameOf(hash))) === null) {
      throw new AppError("not_found", `The file "${name}" is missing on the server. Remove it or add it again.`);
    }
    const { size, contentType, width, height } = facts;
    attachments.push({ file: { hash: Buffer.from(hash), size, contentType, width, height }, name, description: "" });
  }
  return attachments;
}
