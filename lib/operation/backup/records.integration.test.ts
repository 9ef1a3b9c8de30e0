import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { BackupRecord, clearInterrupted, removeOldBackups } from "@/lib/operation/backup/records";
import { lastBackups } from "@/lib/operation/backup/state";
import { env } from "@/lib/process/env";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { fillDisk, freeDisk } from "@/lib/testing/full-disk";

const dir = temporaryDirectory("parley-records-");
const elsewhere = temporaryDirectory("parley-records-elsewhere-");
const client = new pg.Client({ connectionString: env.databaseUrl });

beforeAll(() => client.connect());
afterAll(async () => {
  await client.end();
  await db().backup.deleteMany();
  for (const each of [dir, elsewhere]) rmSync(each, { recursive: true });
});

async function make(name: string, scheduled = true, where = dir): Promise<string> {
  const file = path.join(where, name);
  writeFileSync(file, "an archive");
  const record = await BackupRecord.begin(client, file, scheduled);
  await record.complete(10, 0);
  return file;
}

test("only the oldest complete archives of the schedule are deleted", async () => {
  await make("1.tar");
  await make("2.tar");
  await make("by-command.tar", false);
  await make("elsewhere.tar", true, elsewhere);
  await make("changed.tar");
  writeFileSync(path.join(dir, "changed.tar"), "something else with that name");
  const failed = await BackupRecord.begin(client, path.join(dir, "failed.tar"), true);
  await failed.fail("The disk is full.");
  await make("3.tar");
  await make("4.tar");
  writeFileSync(path.join(dir, "parley-2020-01-01T00-00-00-000Z.tar"), "of another Parley");

  expect(await removeOldBackups(client, dir, 2)).toEqual(["2.tar", "1.tar"].map((name) => path.join(dir, name)));
  expect(readdirSync(dir).sort()).toEqual([
    "3.tar",
    "4.tar",
    "by-command.tar",
    "changed.tar",
    "parley-2020-01-01T00-00-00-000Z.tar",
  ]);
  expect(await removeOldBackups(client, dir, 2)).toEqual([]);
});

test("what an interrupted backup left is removed, and it's recorded as failed", async () => {
  const file = path.join(dir, "interrupted.tar");
  await BackupRecord.begin(client, file, true);
  for (const left of [`${file}.part`, `${file}.part.files`]) writeFileSync(left, "half");
  await clearInterrupted(client);
  expect([`${file}.part`, `${file}.part.files`].some((left) => existsSync(left))).toBe(false);
  expect((await lastBackups(1))[0]).toMatchObject({
    state: "failed",
    error: "Parley stopped before this backup was complete.",
  });
});

test("while the database's disk is full, a backup that someone makes goes on without a record, and a scheduled one fails", async () => {
  await fillDisk();
  const [before] = await lastBackups(1);
  try {
    await clearInterrupted(client);
    const record = await BackupRecord.begin(client, path.join(dir, "by-hand.tar"), false);
    expect(record.id).toMatch(/^\d+$/);
    await record.complete(10, 0);
    await expect(BackupRecord.begin(client, path.join(dir, "scheduled.tar"), true)).rejects.toThrow("No space left");
  } finally {
    await freeDisk();
  }
  expect((await lastBackups(1))[0]).toEqual(before);
});
