import { createReadStream, existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { uploadsDir } from "@/lib/files/stores/disk-store";
import type { OpenFile } from "@/lib/files/stores/file-store";
import { fileStore } from "@/lib/files/stores/stores";
import { BACKUP_LOCK } from "@/lib/files/uploads/backup-lock";
import { fileNameOf } from "@/lib/files/uploads/file-paths";
import { folderSentence, openBackupFolder } from "@/lib/operation/backup/folder";
import { ENTRIES } from "@/lib/operation/backup/manifest";
import { ownToolFiles } from "@/lib/operation/backup/own-tools";
import { BackupRecord, clearInterrupted, completePaths, removeOldBackups } from "@/lib/operation/backup/records";
import { installSecret } from "@/lib/operation/backup/secrets";
import { connectForCopy, Snapshot } from "@/lib/operation/backup/snapshot";
import { ArchiveWriter, partOf } from "@/lib/operation/backup/write-archive";
import { env } from "@/lib/process/env";
import { fullPlaceIn } from "@/lib/process/full-disk";
import { hasCode } from "@/lib/text/errors";

const LOCK_PATIENCE_MS = 120_000;
const LOCK_TIMED_OUT = "55P03";
// An instance of an earlier version moves a file away to delete it, then back when it notices the backup.
const FILE_TRIES = 5;
const FILE_POLL_MS = 200;

/** How far a backup is: the table and bytes of rows so far, or the bytes of files so far and in total. */
export type BackupProgress = { table: string; bytes: number } | { bytes: number; total: number };

/**
 * A complete archive, the files that it lacks or has in a damaged state, the operator's files that couldn't be read, each
 * with the reason, and the old archives that it replaced.
 */
export type BackupResult = {
  path: string;
  bytes: number;
  files: number;
  missing: string[];
  damaged: string[];
  unread: string[];
  removed: string[];
};

type Options = {
  databaseUrl: string;
  /** The version of Parley, for the archive. */
  version: string;
  /** For a scheduled backup, returns whether it's still due once no other backup runs. */
  ifDue?: () => Promise<boolean>;
  onProgress: (progress: BackupProgress) => void;
  /** Stops the backup and removes what it has written. */
  signal: AbortSignal;
};

/**
 * Backs Parley up into BACKUP_DIR, whether or not it's running, and records the outcome in the database. Returns null if
 * a scheduled backup isn't due. Throws a sentence if it fails; an incomplete archive never has an archive's name.
 */
export async function runBackup(options: Options): Promise<BackupResult | null> {
  const { dir } = env.backup;
  const client = await connectForCopy(options.databaseUrl);
  // Without the lock, which the connection holds, files may be deleted.
  const lost = new AbortController();
  client.once("end", () => lost.abort());
  try {
    if (!(await lock(client))) {
      if (options.ifDue) return null;
      throw new Error("Another backup of this database is running. Try again when it has ended.");
    }
    if (options.ifDue && !(await options.ifDue())) return null;
    await clearInterrupted(client);
    const name = `parley-${new Date().toISOString().replace(/[:.]/g, "-")}.tar`;
    const file = path.join(dir, env.backup.passphrase === undefined ? name : `${name}.age`);
    const record = await BackupRecord.begin(client, file, options.ifDue !== undefined);
    try {
      // After the record, so that a folder that is missing counts as a failed backup.
      await openBackupFolder(() => completePaths(client));
      const made = await makeArchive(client, file, record.id, {
        ...options,
        signal: AbortSignal.any([options.signal, lost.signal]),
      });
      await record.complete(made.bytes, made.missing.length);
      return {
        path: file,
        ...made,
        removed: options.ifDue ? await removeOldBackups(client, dir, env.backup.keep) : [],
      };
    } catch (error) {
      const sentence = options.signal.aborted
        ? "The backup was stopped."
        : lost.signal.aborted
          ? "The connection to the database was lost during the backup."
          : sentenceOf(error, dir);
      await record.fail(sentence);
      throw new Error(sentence, { cause: error });
    }
  } finally {
    // Ends the session, and with it the lock.
    await client.end();
  }
}

/** Takes the lock until the session ends. Returns false if another backup has it or waits for it. */
async function lock(client: pg.Client): Promise<boolean> {
  if (await anotherRuns(client)) return false;
  await client.query(`SET lock_timeout = ${LOCK_PATIENCE_MS}`);
  try {
    // Deleting a file shares the lock. While we wait for a slow bucket, no other deletion begins.
    await client.query("SELECT pg_advisory_lock($1)", [BACKUP_LOCK]);
  } catch (error) {
    if (!hasCode(error, LOCK_TIMED_OUT)) throw error;
    if (await anotherRuns(client)) return false;
    throw new Error("The backup couldn't begin, because deleting a file takes too long. Check where files are stored.");
  }
  await client.query("SET lock_timeout = 0");
  return true;
}

async function anotherRuns(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND objsubid = 1
       AND (classid::bigint << 32) + objid::bigint = $1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [BACKUP_LOCK],
  );
  return rows.length > 0;
}

async function makeArchive(
  client: pg.Client,
  file: string,
  id: string,
  { databaseUrl, version, onProgress, signal }: Options,
): Promise<Omit<BackupResult, "path" | "removed">> {
  const snapshot = await Snapshot.take(databaseUrl, id, version);
  const { files } = snapshot.manifest;
  const list = `${partOf(file)}.files`;
  const archive = ArchiveWriter.create(file, env.backup.passphrase);
  const stop = () => void archive.abandon();
  signal.addEventListener("abort", stop);
  try {
    if (files.count > 0 && env.s3 === undefined && !existsSync(uploadsDir())) {
      throw new Error(`The database names ${files.count} files, but there is no ${uploadsDir()}. Check DATA_DIR.`);
    }
    await archive.addRecord(ENTRIES.manifest, snapshot.manifest);
    await archive.addRecord(ENTRIES.secrets, { nextauthSecret: await installSecret(client) });
    const unread = await copyTools(archive);
    let rows = 0;
    await snapshot.copyRows(archive, (table, bytes) => {
      rows += bytes;
      onProgress({ table, bytes: rows });
    });
    await snapshot.listFiles(list);
    // Copying files may take hours, and the database can't clean up what a snapshot may still see.
    await snapshot.release();
    const copied = await copyFiles(archive, list, (bytes) => onProgress({ bytes, total: files.bytes }));
    await archive.addRecord(ENTRIES.notes, { ...copied, endedAt: new Date().toISOString() });
    signal.throwIfAborted();
    return { bytes: await archive.finish(), files: files.count, unread, ...copied };
  } catch (error) {
    await archive.abandon();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    await snapshot.release();
    await rm(list, { force: true });
  }
}

/** Adds the operator's tools. Returns the files that can't be read, each with the reason. */
async function copyTools(archive: ArchiveWriter): Promise<string[]> {
  const unread: string[] = [];
  for await (const file of ownToolFiles()) {
    if ("problem" in file) unread.push(`senders/${file.name}: ${file.problem}`);
    else await archive.add(ENTRIES.tool(file.name), file.bytes.length, Readable.from([file.bytes]));
  }
  return unread;
}

/** Adds the files in the list. Those that are missing don't keep the others out of the archive. */
async function copyFiles(
  archive: ArchiveWriter,
  list: string,
  onBytes: (bytes: number) => void,
): Promise<{ missing: string[]; damaged: string[] }> {
  const [missing, damaged]: [string[], string[]] = [[], []];
  let done = 0;
  for await (const hash of createInterface({ input: createReadStream(list) })) {
    const stored = await openStored(hash);
    if (stored === null) {
      missing.push(hash);
      continue;
    }
    const found = await archive.add(ENTRIES.file(hash), stored.size, stored.body);
    if (found !== hash) damaged.push(hash);
    done += stored.size;
    onBytes(done);
  }
  return { missing, damaged };
}

async function openStored(hash: string): Promise<OpenFile | null> {
  for (let tries = 1; ; tries += 1) {
    const stored = await fileStore().read(fileNameOf(Buffer.from(hash, "hex")));
    if (stored !== null || tries === FILE_TRIES) return stored;
    await sleep(FILE_POLL_MS);
  }
}

function sentenceOf(error: unknown, dir: string): string {
  if (!(error instanceof Error)) return String(error);
  const isFolders = "path" in error && String(error.path).startsWith(dir);
  return isFolders || fullPlaceIn(error) === "files" ? folderSentence(error, dir) : error.message;
}
