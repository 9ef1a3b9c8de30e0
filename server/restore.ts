import { existsSync, readdirSync, statfsSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { connected } from "@/lib/db/connected";
import { DatabaseLoad, isLoaded, settle } from "@/lib/operation/backup/load-database";
import {
  ENTRIES,
  FORMAT,
  type Manifest,
  manifestSchema,
  type Notes,
  notesSchema,
  parseEntry,
  secretsSchema,
} from "@/lib/operation/backup/manifest";
import { readArchive, readWhole } from "@/lib/operation/backup/read-archive";
import { checkEnv, env } from "@/lib/process/env";
import { makeDirectory } from "@/lib/process/make-directory";
import { secretFile } from "@/lib/secrets/secret";
import { sizeText } from "@/lib/text/size-text";
import { openDatabase } from "@/server/database";
import type { Lifecycle } from "@/server/lifecycle";
import { knownMigrations, migrate } from "@/server/migrate";
import { filesText, Progress } from "@/server/progress";
import { markRestore, unfinishedRestore, unmarkRestore } from "@/server/restore-marker";
import { RestoredFiles, restoreTool } from "@/server/restored-files";
import { fromCaller } from "@/server/root";

type Contents = { manifest: Manifest; secret: string; notes: Notes };

// What may be in DATA_DIR before: the archive itself, descriptions of tools, what a file system puts there, and hidden files.
// DATA_DIR is the home of a service's user, and npm writes its cache there before this code runs.
const HARMLESS = /^(backups|senders|lost\+found|\..*)$/;
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * `npm run restore <archive>`: fills an empty DATA_DIR and database from an archive, which is checked from end to end first.
 * An interrupted restore is finished by running it again; until then, Parley doesn't start.
 */
export async function restore(lifecycle: Lifecycle, archive: string): Promise<void> {
  const progress = new Progress();
  checkEnv();
  const file = fromCaller(archive);
  const begun = unfinishedRestore(env.dataDir);
  if (begun === null) await checkTarget();

  const contents = await check(file, progress);
  const { manifest, notes } = contents;
  if (begun !== null && begun.id !== manifest.id) {
    throw new Error(
      `${env.dataDir} has half of another backup. Finish that with npm run restore ${begun.archive}, or empty ${env.dataDir} and the database.`,
    );
  }
  const { count, bytes } = manifest.files;
  progress.line(`The backup is complete. It was taken ${manifest.takenAt} by Parley ${manifest.parley}.`);
  makeDirectory(env.dataDir, 0o711);
  markRestore(env.dataDir, { id: manifest.id, archive: file });
  lifecycle.defer(() => {
    if (unfinishedRestore(env.dataDir)) progress.line(`The restore isn't finished. Run npm run restore ${file} again.`);
  });
  const { databaseUrl } = await openDatabase(lifecycle, (line) => progress.line(line), true);
  if (!(await connected(databaseUrl, (client) => isLoaded(client, manifest.id)))) {
    await fill(databaseUrl, file, contents, progress);
  }
  progress.show("Applying newer migrations and updating statistics");
  await migrate(databaseUrl);
  await settle(databaseUrl);
  unmarkRestore(env.dataDir);
  progress.files("Missing when the backup was made", notes.missing);
  progress.files("Changed before the backup was made", notes.damaged);
  progress.line(
    `Restored into ${env.dataDir}: the database and ${filesText(count)} (${sizeText(bytes)}). Run npm start.`,
  );
  await lifecycle.end(0);
}

/** Throws unless DATA_DIR and the database in DATABASE_URL are empty. */
async function checkTarget(): Promise<void> {
  const found = existsSync(env.dataDir) ? readdirSync(env.dataDir).filter((name) => !HARMLESS.test(name)) : [];
  if (found.length > 0) {
    throw new Error(
      `${env.dataDir} isn't empty (it has ${found.slice(0, 3).join(", ")}). Move it away, or set DATA_DIR to an empty directory.`,
    );
  }
  if (env.databaseUrl === undefined) return;
  const { rowCount } = await connected(env.databaseUrl, (client) =>
    client.query(
      "SELECT FROM pg_class WHERE relkind IN ('r', 'p', 'S') AND relnamespace = current_schema()::regnamespace",
    ),
  );
  if (rowCount) {
    throw new Error(
      `The database in DATABASE_URL isn't empty (it has ${rowCount} tables or sequences). Create an empty one.`,
    );
  }
}

/** Reads the archive from end to end. Throws if it, this version or this machine isn't fit for a restore. */
async function check(file: string, progress: Progress): Promise<Contents> {
  const records = new Map<string, Buffer>();
  let [read, size] = [0, 0];
  const visit = async ({ name, body }: { name: string; body: AsyncIterable<Uint8Array> }) => {
    if (!name.includes("/")) records.set(name, await readWhole(body));
  };
  await readArchive(file, env.backup.passphrase, visit, (bytes) => {
    read += bytes;
    // The archive says better why it can't be read.
    size ||= statSync(file).size;
    progress.show(`Checking the backup: ${sizeText(read)} of ${sizeText(size)}`);
  });
  const record = (name: string): unknown => JSON.parse((records.get(name) ?? "null").toString());
  const manifest = manifestSchema.safeParse(record(ENTRIES.manifest));
  const isNewer = Number(Reflect.get(Object(record(ENTRIES.manifest)), "format")) > FORMAT;
  if (isNewer) throw new Error(`${file} was made by a newer Parley. Update this one, then try again.`);
  if (!manifest.success) throw new Error(`${file} isn't a backup of Parley.`);
  checkVersion(file, manifest.data);
  checkMachine(manifest.data);
  const { nextauthSecret: secret } = secretsSchema.parse(record(ENTRIES.secrets));
  if (env.nextAuthSecret !== undefined && env.nextAuthSecret !== secret) {
    throw new Error(
      "NEXTAUTH_SECRET isn't the one that the backup was made with. Unset it (the backup has the right one), or set it to that.",
    );
  }
  return { manifest: manifest.data, secret, notes: notesSchema.parse(record(ENTRIES.notes)) };
}

function checkVersion(file: string, { migrations, parley }: Manifest): void {
  const known = knownMigrations();
  const unknown = migrations.find(({ name }) => !known.has(name));
  if (unknown) {
    throw new Error(
      `${file} was made by a newer Parley (${parley}): this one doesn't know the migration ${unknown.name}. Update Parley, then try again.`,
    );
  }
  const changed = migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (changed) {
    throw new Error(
      `The migration ${changed.name} differs from the one that the backup's database had. Use an unmodified Parley ${parley} or newer.`,
    );
  }
}

function checkMachine({ takenAt, files }: Manifest): void {
  if (Date.parse(takenAt) > Date.now() + CLOCK_TOLERANCE_MS) {
    throw new Error(
      `This machine's clock (${new Date().toISOString()}) is behind the backup's (${takenAt}). Set it first, because the ids of new messages follow the clock.`,
    );
  }
  if (env.fileStore === "s3") return;
  let directory = env.dataDir;
  while (!existsSync(directory)) directory = path.dirname(directory);
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize < files.bytes) {
    throw new Error(
      `The backup's files take ${sizeText(files.bytes)}, but ${directory} has only ${sizeText(bavail * bsize)} free. Free up space, or set DATA_DIR to a larger disk.`,
    );
  }
}

/** Fills the database and the file store. The rows are committed last, once everything else is safe. */
async function fill(databaseUrl: string, file: string, contents: Contents, progress: Progress): Promise<void> {
  const { manifest, secret, notes } = contents;
  await migrate(
    databaseUrl,
    manifest.migrations.map(({ name }) => name),
  );
  const load = await DatabaseLoad.begin(databaseUrl, manifest);
  try {
    const files = new RestoredFiles();
    let rows = 0;
    await readArchive(file, env.backup.passphrase, async ({ name, size, body }) => {
      const what = parseEntry(name);
      if (what === null) return;
      if ("table" in what) {
        await load.addRows(what.table, await readWhole(body));
        rows += size;
        progress.show(`Database: ${sizeText(rows)} (${what.table})`);
      } else if ("tool" in what) {
        const isOurs = await restoreTool(what.tool, await readWhole(body));
        if (!isOurs) progress.line(`Kept senders/${what.tool} as it was in ${env.dataDir}.`);
      } else {
        await files.add(what.hash, size, body);
        progress.show(`Files: ${sizeText(files.bytes)} of ${sizeText(manifest.files.bytes)}`);
      }
    });
    await files.finish();
    await load.finish((share) => progress.show(`Database: creating indexes (${Math.round(share * 100)} %)`));
    if (env.nextAuthSecret === undefined) writeFileSync(secretFile(), secret, { mode: 0o600, flush: true });
    await load.commit(file, notes);
    for (const name of load.unknown) progress.line(`Left out the table ${name}, which isn't Parley's.`);
  } catch (error) {
    await load.abandon();
    throw error;
  }
}
