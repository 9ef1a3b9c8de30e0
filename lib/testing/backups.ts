import { statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { db } from "@/lib/db/client";
import { digestOfEnds } from "@/lib/operation/backup/archive-file";

/** A file that looks like an archive, of more than its two ends. */
const ARCHIVE = Buffer.alloc(200_000, "archive");
ARCHIVE.write("ustar", 257);

/** Records a complete backup in a folder, and writes its archive. Returns the path. */
export async function makeBackup(
  folder: string,
  { startedAt = new Date(), scheduled = true }: { startedAt?: Date; scheduled?: boolean } = {},
): Promise<string> {
  const file = path.join(folder, `parley-${startedAt.getTime()}.tar`);
  writeFileSync(file, ARCHIVE);
  const { size } = statSync(file);
  const ends = new Uint8Array(await digestOfEnds(file));
  await db().backup.create({ data: { startedAt, endedAt: startedAt, scheduled, path: file, bytes: size, ends } });
  return file;
}
