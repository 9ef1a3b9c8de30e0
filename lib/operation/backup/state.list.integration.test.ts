import { afterEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { lastBackups } from "@/lib/operation/backup/state";
import { duringBackup } from "@/lib/testing/backup-lock";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 26, hour));
const made = (hour: number, rest: object) =>
  db().backup.create({ data: { startedAt: at(hour), scheduled: true, path: `/backups/${hour}.tar`, ...rest } });

afterEach(async () => {
  await db().backup.deleteMany();
});

test("lists the latest backups with how they ended, newest first", async () => {
  await made(1, { endedAt: at(2), bytes: 5_000_000_000n });
  await made(3, {});
  await made(5, { endedAt: at(6), error: "The disk is full." });
  const backups = await lastBackups(3);
  expect(backups.map(({ state, bytes, error }) => [state, bytes, error])).toEqual([
    ["failed", null, "The disk is full."],
    ["failed", null, "Parley stopped before this backup was complete."],
    ["complete", 5_000_000_000, null],
  ]);
  expect(await lastBackups(1)).toHaveLength(1);
});

test("a backup without an end is running only while its lock is held", async () => {
  await made(1, {});
  await duringBackup(async () => {
    expect((await lastBackups())[0]).toMatchObject({ state: "running", endedAt: null, error: null });
  });
  expect((await lastBackups())[0]?.state).toBe("failed");
});
