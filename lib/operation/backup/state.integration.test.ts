import { appendFileSync, mkdirSync, openSync, renameSync, rmSync, symlinkSync, truncateSync, writeSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { backupState, lastGoodBackupAt } from "@/lib/operation/backup/state";
import { checkBackups } from "@/lib/operation/health/checks";
import { makeBackup } from "@/lib/testing/backups";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { checkBackup } from "@/server/doctor/backup";
import { goodBackupAt } from "@/server/metrics/registry";

const home = temporaryDirectory("parley-backup-state-");
const dir = path.join(home, "backups");
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

beforeEach(() => {
  mkdirSync(dir);
  vi.stubEnv("BACKUP_DIR", dir);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
  await db().backup.deleteMany();
});
afterAll(() => rmSync(home, { recursive: true }));

/** What doctor, Health and the metric say. */
async function everyOpinion() {
  const [doctor, health, metric] = await Promise.all([checkBackup(), checkBackups(), goodBackupAt()]);
  return { doctor: doctor.level, health: health.state, metric };
}

test("a whole archive is the last good backup everywhere", async () => {
  const startedAt = hoursAgo(2);
  await makeBackup(dir, { startedAt });
  expect(await everyOpinion()).toEqual({ doctor: "ok", health: "ok", metric: startedAt });
  expect((await checkBackup()).says).toBe("The latest good backup is 2 hours old.");
});

function replace(file: string, make: () => void): void {
  rmSync(file);
  make();
}

/** Writes over a part of a file without changing its size. */
function overwrite(file: string, from: number, length: number): void {
  writeSync(openSync(file, "r+"), Buffer.alloc(length), 0, length, from);
}

test.each<[string, (file: string) => void, RegExp]>([
  ["gone", (file) => rmSync(file), /^There is no \/.+\.tar\.$/],
  ["empty", (file) => truncateSync(file), /is empty\.$/],
  ["truncated", (file) => truncateSync(file, 199_999), /has 199999 bytes instead of 200000\.$/],
  ["longer", (file) => appendFileSync(file, "x"), /has 200001 bytes instead of 200000\.$/],
  ["without its end", (file) => overwrite(file, 199_000, 1_000), /was damaged or changed after it was made\.$/],
  ["without its start", (file) => overwrite(file, 0, 512), /was damaged or changed after it was made\.$/],
  ["a folder", (file) => replace(file, () => mkdirSync(file)), /isn't a file\.$/],
  ["a link to nothing", (file) => replace(file, () => symlinkSync("/nothing", file)), /^There is no/],
])("an archive that is %s is no good backup for the doctor, Health and the metric", async (_, harm, reason) => {
  const older = hoursAgo(30);
  await makeBackup(dir, { startedAt: older });
  harm(await makeBackup(dir, { startedAt: hoursAgo(1) }));
  expect(await everyOpinion()).toEqual({ doctor: "fail", health: "attention", metric: older });
  const { trouble } = await backupState();
  expect(trouble).toMatchObject({ kind: "gone", detail: expect.stringMatching(reason) });
});

test("if every archive is gone, there is no good backup", async () => {
  for (const hours of [1, 2]) rmSync(await makeBackup(dir, { startedAt: hoursAgo(hours) }));
  expect(await everyOpinion()).toEqual({ doctor: "fail", health: "attention", metric: null });
});

test("an archive of an earlier version, whose ends aren't known, counts if it has its size and looks like one", async () => {
  const file = await makeBackup(dir);
  await db().backup.updateMany({ data: { ends: null } });
  expect(await lastGoodBackupAt()).not.toBeNull();
  overwrite(file, 0, 1_000);
  expect(await lastGoodBackupAt()).toBeNull();
});

test("a BACKUP_DIR whose disk isn't mounted is named, although no backup has failed yet", async () => {
  const startedAt = hoursAgo(1);
  await makeBackup(dir, { startedAt });
  renameSync(dir, `${dir}.elsewhere`);
  expect((await backupState()).trouble).toMatchObject({
    kind: "folder",
    detail: `The folder ${dir} in BACKUP_DIR doesn't exist. Mount its disk, or create it once: mkdir -p -m 700 ${dir}`,
  });
  mkdirSync(dir);
  expect((await backupState()).trouble).toMatchObject({
    kind: "folder",
    detail: expect.stringContaining("isn't mounted"),
  });
  expect(await everyOpinion()).toEqual({ doctor: "fail", health: "attention", metric: null });
  rmSync(dir, { recursive: true });
  renameSync(`${dir}.elsewhere`, dir);
  expect(await everyOpinion()).toEqual({ doctor: "ok", health: "ok", metric: startedAt });
});
