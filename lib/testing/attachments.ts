import { randomBytes } from "node:crypto";
import { db } from "@/lib/db/client";
import { makeChannel } from "@/lib/testing/factories";
import type { StoredFile } from "@/lib/uploads/stored-file";

type Fields = { file: StoredFile; name?: string; channel?: { id: bigint } };

/** A row of a stored file on a message of its own, in a channel of its own unless one is given. */
export async function makeAttachment({
  file,
  name = "file",
  channel,
}: Fields): Promise<{ id: bigint; messageId: bigint }> {
  const channelId = (channel ?? (await makeChannel())).id;
  const seq = randomBytes(4).readUInt32BE();
  const message = await db().message.create({
    data: { channelId, seq, rev: seq, authorKind: "user", content: "A file", attachmentCount: 1 },
    select: { id: true },
  });
  const { hash, ...facts } = file;
  return db().attachment.create({
    data: { ...facts, hash: new Uint8Array(hash), name, position: 0, channelId, messageId: message.id },
    select: { id: true, messageId: true },
  });
}
