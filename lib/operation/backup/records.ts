import { rm, stat } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { digestOfEnds } from "@/lib/operation/backup/archive-file";
import { partOf } from "@/lib/operation/backup/write-archive";
import { fullPlaceIn } from "@/lib/process/full-disk";

// Plain SQL, because a backup before an upgrade may find a database without this table: then nothing is recorded.

const MOST_ROWS = 1_000;

/** The row of a backup that has begun. */
export class BackupRecord {
  readonly id: string;
  readonly #client: pg.Client;
  readonly #file: string;
  readonly #stored: boolean;

  private constructor(client: pg.Client, id: string, file: string, stored: boolean) {
    this.#client = client;
    this.id = id;
    this.#file = file;
    this.#stored = stored;
  }

  /**
   * Records that a backup begins. On a full disk, one that someone makes is worth more than its record; a scheduled one
   * would be made again every minute.
   */
  static async begin(client: pg.Client, file: string, scheduled: boolean): Promise<BackupRecord> {
    const recorded = (await hasTable(client)) ? await insert(client, file, scheduled) : null;
    if (recorded !== null) return new BackupRecord(client, recorded, file, true);
    const { rows } = await client.query<{ id: string }>(
      "SELECT (extract(epoch FROM now()) * 1000)::bigint::text AS id",
    );
    return new BackupRecord(client, rows[0]?.id ?? "0", file, false);
  }

  /** Records that the archive is complete. */
  async complete(bytes: number, missingFiles: number): Promise<void> {
    if (!this.#stored) return;
    await this.#client.query("UPDATE backups SET ended_at = now(), bytes = $2, missing_files = $3 WHERE id = $1", [
      this.id,
      bytes,
      missingFiles,
    ]);
    // A backup before an upgrade may find the table without this column.
    if (await hasColumn(this.#client, "ends")) {
      const ends = await digestOfEnds(this.#file);
      await this.#client.query("UPDATE backups SET ends = $2 WHERE id = $1", [this.id, ends]);
    }
    await this.#client.query(
      "DELETE FROM backups WHERE id < (SELECT min(id) FROM (SELECT id FROM backups ORDER BY id DESC LIMIT $1) latest)",
      [MOST_ROWS],
    );
  }

  /** Records why it failed. Never throws, because the reason may be the database. */
  async fail(error: string): Promise<void> {
    if (!this.#stored) return;
    await this.#client
      .query("UPDATE backups SET ended_at = now(), error = $2 WHERE id = $1", [this.id, error])
      .catch(() => undefined);
  }
}

/** Returns the row's id; null if a full disk keeps it from being stored and no schedule depends on it. */
async function insert(client: pg.Client, file: string, scheduled: boolean): Promise<string | null> {
  try {
    const { rows } = await client.query<{ id: string }>(
      "INSERT INTO backups (path, scheduled) VALUES ($1, $2) RETURNING id::text",
      [file, scheduled],
    );
    return rows[0]?.id ?? null;
  } catch (error) {
    if (scheduled || fullPlaceIn(error) !== "database") throw error;
    return null;
  }
}

/** Records that backups without an end were interrupted, and removes what they left. Only one backup runs at a time. */
export async function clearInterrupted(client: pg.Client): Promise<void> {
  if (!(await hasTable(client))) return;
  const { rows } = await client
    .query<{ path: string }>(
      `UPDATE backups SET error = 'Parley stopped before this backup was complete.'
       WHERE ended_at IS NULL AND error IS NULL RETURNING path`,
    )
    .catch((error: unknown) => {
      // The next backup does it.
      if (fullPlaceIn(error) === "database") return { rows: [] };
      throw error;
    });
  for (const left of rows.flatMap(({ path: file }) => [partOf(file), `${partOf(file)}.files`])) {
    // It may be in a folder that is no longer one.
    await rm(left, { force: true }).catch(() => undefined);
  }
}

/**
 * Deletes all but the newest `keep` complete archives that the schedule made in `dir`. Returns their paths. Archives that
 * someone made, changed or moved there stay.
 */
export async function removeOldBackups(client: pg.Client, dir: string, keep: number): Promise<string[]> {
  const { rows } = await client.query<{ path: string; bytes: string }>(
    "SELECT path, bytes FROM backups WHERE scheduled AND ended_at IS NOT NULL AND error IS NULL ORDER BY id DESC",
  );
  const ours: string[] = [];
  for (const { path: file, bytes } of rows) {
    if (path.dirname(file) !== dir) continue;
    const found = await stat(file).catch(() => null);
    if (found?.isFile() && found.size === Number(bytes)) ours.push(file);
  }
  const old = ours.slice(keep);
  for (const file of old) await rm(file, { force: true });
  return old;
}

/** Returns the paths of the complete archives, newest first. */
export async function completePaths(client: pg.Client): Promise<string[]> {
  if (!(await hasTable(client))) return [];
  const { rows } = await client.query<{ path: string }>(
    "SELECT path FROM backups WHERE ended_at IS NOT NULL AND error IS NULL ORDER BY id DESC",
  );
  return rows.map(({ path: file }) => file);
}

/**
 * Keeps the record of a restored backup, as the archive that was read, and of those whose archives are on this machine.
 * The others are on the machine that made them. Call it in the restore's transaction.
 */
export async function adoptRecords(client: pg.Client, id: string, file: string): Promise<void> {
  const { size } = await stat(file);
  await client.query("UPDATE backups SET path = $2, bytes = $3 WHERE id = $1", [id, file, size]);
  if (await hasColumn(client, "ends")) {
    await client.query("UPDATE backups SET ends = $2 WHERE id = $1", [id, await digestOfEnds(file)]);
  }
  const { rows } = await client.query<{ id: string; path: string; bytes: string }>(
    "SELECT id::text, path, bytes FROM backups WHERE ended_at IS NOT NULL AND error IS NULL",
  );
  for (const row of rows) {
    const found = await stat(row.path).catch(() => null);
    if (found?.size !== Number(row.bytes)) await client.query("DELETE FROM backups WHERE id = $1", [row.id]);
  }
}

function hasTable(client: pg.Client): Promise<boolean> {
  return hasColumn(client, "id");
}

async function hasColumn(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_attribute WHERE attrelid = to_regclass('backups') AND attname = $1 AND NOT attisdropped",
    [name],
  );
  return rowCount === 1;
}
