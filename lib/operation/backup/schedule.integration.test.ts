import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { hasPassed, isBackupDue } from "@/lib/operation/backup/schedule";

const at = (day: number, hour = 0, minute = 0) => new Date(2026, 10, day, hour, minute);
const record = (startedAt: Date, rest: object) =>
  db().backup.create({ data: { startedAt, scheduled: true, path: "/backups/a.tar", ...rest } });

beforeEach(() => {
  vi.stubEnv("BACKUP_SCHEDULE", "0 3 * * *");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await db().backup.deleteMany();
  await db().workspace.deleteMany();
});

test.each([
  ["0 3 * * *", at(26, 3, 1), at(27, 2, 59), false],
  ["0 3 * * *", at(26, 3, 1), at(27, 3, 0), true],
  // Parley was down for days: once, not once for each day.
  ["0 3 * * *", at(20, 3), at(26, 14), true],
  ["@weekly", at(26, 12), at(28, 12), false],
  ["30 2 * * 1", at(26, 12), at(30, 2, 30), true],
])("%s: after a backup at %s, one is due at %s: %s", (schedule, last, now, due) => {
  expect(hasPassed(schedule, last, now)).toBe(due);
});

test("the first backup is due once there is a workspace, and none without a schedule", async () => {
  expect(await isBackupDue(at(26))).toBe(false);
  await db().workspace.create({ data: { name: "Acme" } });
  expect(await isBackupDue(at(26))).toBe(true);
  vi.stubEnv("BACKUP_SCHEDULE", "");
  expect(await isBackupDue(at(26))).toBe(false);
});

test("a failed or interrupted backup is due again after an hour, and one made by command doesn't count", async () => {
  await db().workspace.create({ data: { name: "Acme" } });
  await record(at(25, 3), { endedAt: at(25, 4), bytes: 1 });
  await record(at(25, 12), { endedAt: at(25, 13), bytes: 1, scheduled: false });
  expect(await isBackupDue(at(26, 2, 59))).toBe(false);
  expect(await isBackupDue(at(26, 3))).toBe(true);
  await record(at(26, 3), { endedAt: at(26, 3, 1), error: "The disk is full." });
  expect(await isBackupDue(at(26, 3, 59))).toBe(false);
  expect(await isBackupDue(at(26, 4))).toBe(true);
  await record(at(26, 4), {});
  expect(await isBackupDue(at(26, 4, 59))).toBe(false);
  expect(await isBackupDue(at(26, 5))).toBe(true);
  await record(at(26, 5), { endedAt: at(26, 5, 1), bytes: 1 });
  expect(await isBackupDue(at(27, 2, 59))).toBe(false);
});

test("a failed backup is due again at the schedule's next time, if that's sooner", async () => {
  vi.stubEnv("BACKUP_SCHEDULE", "*/10 * * * *");
  await db().workspace.create({ data: { name: "Acme" } });
  await record(at(26, 3), { endedAt: at(26, 3, 1), bytes: 1 });
  await record(at(26, 3, 10), {});
  expect(await isBackupDue(at(26, 3, 19))).toBe(false);
  expect(await isBackupDue(at(26, 3, 20))).toBe(true);
});
