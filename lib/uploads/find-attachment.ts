import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { AppError, isAppError } from "@/lib/errors";
import type { SessionUser } from "@/lib/users/find-session-user";

/** A file of a message, found for somebody who may read that message, and the id of the person or webhook that posted it. */
export type FoundAttachment = { id: bigint; hash: Uint8Array; name: string; contentType: string; by: bigint };

/**
 * The attachment, if this person may read its channel and its message stands. Throws `not_found`, the same in every other case, with
 * the words that an address has which leads nowhere.
 */
export async function findAttachment(user: SessionUser, id: bigint): Promise<FoundAttachment> {
  const found = await db().attachment.findFirst({
    where: { id, message: { deletedAt: null } },
    select: {
      id: true,
      channelId: true,
      hash: true,
      name: true,
      contentType: true,
      message: { select: { userId: true, webhookId: true } },
    },
  });
  if (!found) throw noSuchFile();
  const { channelId, message, ...attachment } = found;
  await requireChannel(user, channelId).catch((error: unknown) => {
    throw isAppError(error) && error.code === "not_found" ? noSuchFile() : error;
  });
  return { ...attachment, by: message.userId ?? message.webhookId ?? channelId };
}

function noSuchFile(): AppError {
  return new AppError("not_found", "There is nothing at this address.");
}
