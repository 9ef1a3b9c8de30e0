import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const markerSchema = z.object({ id: z.string(), archive: z.string() });

/** The backup that is being restored: its id and the archive's path. */
type Marker = z.infer<typeof markerSchema>;

const markerIn = (dataDir: string) => path.join(dataDir, "restore.json");

/** Returns the restore into this directory that has begun and isn't finished, or null. */
export function unfinishedRestore(dataDir: string): Marker | null {
  const file = markerIn(dataDir);
  return existsSync(file) ? markerSchema.parse(JSON.parse(readFileSync(file, "utf8"))) : null;
}

/** Marks a restore as begun, so that Parley doesn't start on half of it and the restore can be run again. */
export function markRestore(dataDir: string, marker: Marker): void {
  // A marker that was cut while it was written would stop each start without saying why.
  const draft = path.join(dataDir, ".restore.json");
  writeFileSync(draft, JSON.stringify(marker), { mode: 0o600, flush: true });
  renameSync(draft, markerIn(dataDir));
}

/** Marks it as finished. */
export function unmarkRestore(dataDir: string): void {
  rmSync(markerIn(dataDir));
}
