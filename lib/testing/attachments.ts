import { randomBytes } from "node:crypto";
import { mkdirSync, renameSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { db } from "@/lib/db/client";
import { uploadsDir } from "@/lib/files/stores/disk-store";
import { filePathOf } from "@/lib/files/uploads/file-paths";
import { storeFile } from "@/lib/files/uploads/store-file";
import type { StoredFile } from "@/lib/files/uploads/stored-file";
import { makeChannel } from "@/lib/testing/factories";

/** Stores bytes as an uploaded file that no message has. */
export async function makeFile(content: Buffer | string): Promise<StoredFile> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(content);
  }
  const { temporary = "", ...file } = await storeFile(bytes(), 1024 * 1024);
  mkdirSync(path.dirname(filePathOf(file.hash)), { recursive: true });
  renameSync(temporary, filePathOf(file.hash));
  return file;
}

type Fields = { file: StoredFile; name?: string; channel?: { id: bigint } };

/** Creates an attachment of a stored file, on a new message, in a new channel unless one is given. */
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
  const { hash, temporary: _, ...facts } = file;
  return db().attachment.create({
    data: { ...facts, hash: new Uint8Array(hash), name, position: 0, channelId, messageId: message.id },
    select: { id: true, messageId: true },
  });
}

/** Returns the names of all uploaded files, including incomplete ones. */
export async function storedFiles(): Promise<string[]> {
  const all = await readdir(uploadsDir(), { recursive: true, withFileTypes: true }).catch(() => []);
  return all.filter((entry) => entry.isFile()).map(({ name }) => name);
}
