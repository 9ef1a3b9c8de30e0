import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { pool } from "@/lib/db/client";
import { incomingDir } from "@/lib/files/stores/disk-store";
import { isReserveReached } from "@/lib/files/stores/reserve";
import { env } from "@/lib/process/env";
import { type FullPlace, fullPlaceIn, fullPlaces, noteFull, noteRoom } from "@/lib/process/full-disk";
import { log } from "@/lib/process/log";
import type { TimedJob } from "@/lib/process/repeat";

// Why: docs/decisions/full-disks.md

const LOOK_MS = 1_000;
// After a failure, so that one write which fits doesn't end the state, and the next begins it again.
const QUIET_MS = 5_000;
const PROBE_BYTES = 2 ** 20;
// A bucket is only tried by the next upload.
const BUCKET_MS = 60_000;

/** Notices when a full disk has room again, and when the embedded database's reserve is reached. */
export const disksJob: TimedJob = {
  name: "disks",
  label: "Check whether the disks have room",
  every: LOOK_MS,
  later: true,
  work: look,
  failure: "couldn't find out if a disk has room",
};

const probes: Record<FullPlace, () => Promise<boolean>> = { database: databaseHasRoom, files: filesHaveRoom };
const probed = new Map<FullPlace, number>();

async function look(): Promise<void> {
  try {
    const isLow = await isReserveReached();
    if (isLow && noteFull("database", true)) {
      log.error(
        "the disk with the database is nearly full: its last space is kept for the database, and posts get 503",
      );
    }
    for (const [place, { failedAt, since }] of fullPlaces()) {
      const quietSince = Math.max(failedAt, probed.get(place) ?? 0);
      if ((isLow && place === "database") || Date.now() - quietSince < QUIET_MS) continue;
      probed.set(place, Date.now());
      if (!(await probes[place]()) || (fullPlaces().get(place)?.failedAt ?? 0) > failedAt) continue;
      noteRoom(place);
      log.info({ place, since }, "the disk has room again");
    }
  } catch (error) {
    log.debug({ err: error }, "couldn't find out if a disk has room; will look again");
  }
}

// Spills to a temporary file, which leaves nothing behind, not even in PostgreSQL's own log.
const SPILL = "SELECT count(*) FROM generate_series(1, 100000)";

/** Returns whether PostgreSQL can store a few megabytes more. Throws if it can't be asked. */
export async function databaseHasRoom(): Promise<boolean> {
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL work_mem = '64kB'");
    await client.query(SPILL);
    return true;
  } catch (error) {
    if (fullPlaceIn(error) === "database") return false;
    throw error;
  } finally {
    await client.query("ROLLBACK").catch(() => undefined);
    client.release();
  }
}

async function filesHaveRoom(): Promise<boolean> {
  const failedAt = fullPlaces().get("files")?.failedAt ?? 0;
  if (env.fileStore === "s3" && Date.now() - failedAt < BUCKET_MS) return false;
  const file = path.join(incomingDir(), randomUUID());
  try {
    await mkdir(incomingDir(), { recursive: true, mode: 0o700 });
    const handle = await open(file, "wx", 0o600);
    try {
      await handle.writeFile(Buffer.alloc(PROBE_BYTES));
      await handle.sync();
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (fullPlaceIn(error) === "files") return false;
    throw error;
  } finally {
    await rm(file, { force: true });
  }
}
