import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { diskPathOf } from "@/lib/files/stores/disk-store";
import { fileNameOf } from "@/lib/files/uploads/file-paths";
import { env } from "@/lib/process/env";
import { makeBackup } from "@/lib/testing/backups";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { checkBackup } from "@/server/doctor/backup";
import {
  checkConnections,
  checkDatabaseClock,
  checkDurability,
  checkLostFiles,
  checkNotifications,
  checkSchema,
  checkVersion,
} from "@/server/doctor/database";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/embedded-postgres";
import { knownMigrations } from "@/server/migrate";
import { withDatabase } from "@/server/testing/postgres";

// The tests' PostgreSQL is hasty, which is what the doctor must find. This one is as Parley starts it.
const dataDir = temporaryDirectory("parley-doctor-");
let sound: EmbeddedPostgres;
let [client, healthy]: pg.Client[] = [];

async function connectTo(connectionString: string): Promise<pg.Client> {
  const made = new pg.Client({ connectionString });
  await made.connect();
  return made;
}

beforeAll(async () => {
  sound = await startEmbeddedPostgres({ dataDir, log: () => undefined, extraFlags: ["-c", "max_connections=20"] });
  [client, healthy] = [await connectTo(env.databaseUrl ?? ""), await connectTo(sound.databaseUrl)];
}, 60_000);
afterAll(async () => {
  await client?.end();
  await healthy?.end();
  await sound.stop();
  removeDataDir(dataDir);
});

function of(made: pg.Client | undefined): pg.Client {
  if (!made) throw new Error("Not connected.");
  return made;
}

test("durability: a PostgreSQL that doesn't sync fails, once for each setting", async () => {
  expect(await checkDurability(of(healthy))).toEqual([{ level: "ok", says: "PostgreSQL syncs each commit to disk." }]);
  const findings = await checkDurability(of(client));
  expect(findings.map(({ level, says }) => [level, says])).toEqual([
    ["fail", "PostgreSQL runs with fsync = off: a crash can destroy the database."],
    ["fail", "PostgreSQL runs with full_page_writes = off: a power failure can destroy pages of the database."],
    ["fail", "PostgreSQL runs with synchronous_commit = off: a crash loses posts that were already answered with 200."],
  ]);
  expect(findings[0]?.fix).toContain("ALTER SYSTEM SET fsync = on");
});

test("database: an old version and another encoding than UTF-8 fail", async () => {
  expect(await checkVersion(of(client))).toMatchObject({ level: "ok", says: expect.stringMatching(/^PostgreSQL \d+/) });
  expect(await checkVersion(of(client), 99)).toMatchObject({ level: "fail", fix: "Upgrade PostgreSQL." });
  await of(healthy).query("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
  const latin = await connectTo(withDatabase(sound.databaseUrl, "latin"));
  try {
    expect(await checkVersion(latin)).toMatchObject({ level: "fail", says: expect.stringContaining("LATIN1") });
  } finally {
    await latin.end();
  }
});

test("connections: too few fail", async () => {
  expect(await checkConnections(of(client))).toMatchObject({ level: "ok" });
  expect(await checkConnections(of(healthy))).toMatchObject({
    level: "fail",
    says: expect.stringContaining("accepts 20 connections"),
    fix: expect.stringContaining("max_connections"),
  });
});

test("notifications: what isn't heard fails", async () => {
  expect(await checkNotifications(of(client), env.databaseUrl ?? "")).toMatchObject({ level: "ok" });
  // Another server hears nothing, as a pooler by transaction doesn't.
  expect(await checkNotifications(of(client), sound.databaseUrl)).toMatchObject({
    level: "fail",
    fix: expect.stringContaining("DIRECT_DATABASE_URL"),
  });
});

test("clock: a few seconds are a warning, more fail, and both say in which direction", async () => {
  const at = (seconds: number) => checkDatabaseClock(of(client), () => Date.now() + seconds * 1_000);
  expect(await at(0)).toMatchObject({ level: "ok" });
  expect(await at(10)).toMatchObject({ level: "warn", says: "The database's clock is 10 s behind this machine's." });
  expect(await at(-300)).toMatchObject({ level: "fail", says: expect.stringContaining("300 s ahead of") });
});

test("schema: missing, unfinished, changed and newer migrations are found", async () => {
  const known = knownMigrations();
  const check = (isRunning = false) => checkSchema(of(client), isRunning, known);
  expect(await check()).toEqual({ level: "ok", says: "The database's schema is this version's." });
  expect(await checkSchema(of(healthy), false, known)).toMatchObject({ level: "warn", says: "The database is empty." });
  const more = new Map([...known, ["20991231000000_later", "0"]]);
  expect(await checkSchema(of(client), true, more)).toMatchObject({
    level: "warn",
    says: "The database lacks 1 of this version's migrations.",
    fix: expect.stringContaining("Restart Parley"),
  });
  const insert = (name: string, finished: boolean) =>
    of(client).query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at)
       VALUES ($1, '0', $1, now(), CASE WHEN $2 THEN now() END)`,
      [name, finished],
    );
  await insert("20991231000000_newer", true);
  expect(await check()).toMatchObject({ level: "fail", says: expect.stringContaining("A newer Parley") });
  await insert("20991231000001_broken", false);
  expect(await check()).toMatchObject({ level: "fail", says: expect.stringContaining("began and didn't finish") });
  await of(client).query("DELETE FROM _prisma_migrations WHERE migration_name LIKE '2099%'");
  const [first] = known.keys();
  await of(client).query("UPDATE _prisma_migrations SET checksum = '0' WHERE migration_name = $1", [first]);
  expect(await check()).toMatchObject({
    level: "fail",
    says: `The migration ${first} was changed after it was applied.`,
  });
  await of(client).query("UPDATE _prisma_migrations SET checksum = $2 WHERE migration_name = $1", [
    first,
    known.get(first ?? ""),
  ]);
});

test("backup: none, an old, an overdue and a failed one are found", async () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const dir = temporaryDirectory("parley-doctor-backups-");
  const add = (hours: number) => makeBackup(dir, { startedAt: hoursAgo(hours) });
  const check = (schedule = "") => {
    process.env.BACKUP_SCHEDULE = schedule;
    return checkBackup(now).finally(() => Reflect.deleteProperty(process.env, "BACKUP_SCHEDULE"));
  };
  expect(await check()).toMatchObject({ level: "warn", says: "There is no backup yet." });
  await add(200);
  expect(await check()).toMatchObject({ level: "warn", says: "The last backup is more than 8 days old." });
  expect(await check("0 3 * * *")).toMatchObject({
    level: "fail",
    says: expect.stringContaining("more than a day later than BACKUP_SCHEDULE"),
  });
  await add(6);
  expect(await check()).toEqual({ level: "ok", says: "The latest good backup is 6 hours old." });
  expect(await check("0 3 * * *")).toMatchObject({ level: "ok" });
  const failed = { startedAt: hoursAgo(1), endedAt: hoursAgo(1), error: "The disk is full." };
  await db().backup.create({ data: { ...failed, path: "/backups/a", scheduled: true } });
  expect(await check()).toMatchObject({ level: "fail", says: "The last backup failed. The disk is full." });
  rmSync(dir, { recursive: true });
});

test("lost files: those that rows name and that aren't stored are counted and named", async () => {
  const hashes = ["one", "two", "three"].map((text) => createHash("sha256").update(text).digest());
  const files = hashes.map((hash) => diskPathOf(fileNameOf(hash)));
  for (const [index, hash] of hashes.entries()) {
    mkdirSync(path.dirname(files[index] ?? ""), { recursive: true });
    writeFileSync(files[index] ?? "", "bytes");
    await of(client).query("INSERT INTO file_uses (owner_id, hash, uses) VALUES (0, $1, 1), (1, $1, 1)", [hash]);
  }
  expect(await checkLostFiles(of(client))).toEqual({ level: "ok", says: "All 3 files are on the disk." });
  rmSync(files[1] ?? "");
  expect(await checkLostFiles(of(client))).toMatchObject({
    level: "fail",
    says: `1 of 3 files are missing from the disk, such as ${fileNameOf(hashes[1] ?? Buffer.alloc(0))}.`,
    fix: expect.stringContaining("restore them from a backup"),
  });
  rmSync(files[0] ?? "");
  rmSync(files[2] ?? "");
  expect((await checkLostFiles(of(client), 2)).says).toContain("2 of 2 files that were looked at are missing");
});
