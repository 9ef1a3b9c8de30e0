import { rmSync } from "node:fs";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { countNotices, listNotices } from "@/lib/attention/notices/queries";
import { db } from "@/lib/db/client";
import { notifyOwners } from "@/lib/operation/backup/notify-owners";
import { fullPlaceIn } from "@/lib/process/full-disk";
import { makeBackup } from "@/lib/testing/backups";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { makeUser } from "@/lib/testing/factories";
import { fillDisk, freeDisk } from "@/lib/testing/full-disk";
import { PostOffice } from "@/lib/testing/post-office";

const dir = temporaryDirectory("parley-notify-owners-");
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
let office: PostOffice;
let ada: Awaited<ReturnType<typeof makeUser>>;

beforeEach(async () => {
  office = await PostOffice.open();
  vi.stubEnv("BACKUP_DIR", dir);
  vi.stubEnv("BACKUP_SCHEDULE", "@hourly");
  vi.stubEnv("SMTP_URL", office.url);
  vi.stubEnv("MAIL_FROM", "parley@example.com");
  vi.stubEnv("BASE_URL", "https://chat.example.com");
  await db().workspace.create({ data: { name: "Acme" } });
  ada = await makeUser({ role: "owner" });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await office.close();
  await db().notice.deleteMany();
  await db().auditEntry.deleteMany({ where: { tallyKey: { startsWith: "backups-" } } });
  await Promise.all([db().backup.deleteMany(), db().workspace.deleteMany()]);
  await db().user.updateMany({ data: { role: "member" } });
});
afterAll(() => rmSync(dir, { recursive: true }));

const fail = (at: Date, rest: object = {}) =>
  db().backup.create({
    data: { startedAt: at, endedAt: at, scheduled: true, path: "/b/x.tar", error: "The disk is full.", ...rest },
  });

/** As several instances do, each every minute. */
const everyInstance = async () => {
  await Promise.all([1, 2, 3].map(() => notifyOwners()));
  await notifyOwners();
};

const noticesOf = async (user = ada) =>
  (await listNotices(user)).map(({ action, actorName, reason }) => [action, actorName, reason]);
const subjectsTo = async (user = ada) => {
  const { email } = await db().user.findUniqueOrThrow({ where: { id: user.id }, select: { email: true } });
  return office.to(email).map(({ subject }) => subject);
};

const REASON = "The last backup failed. The disk is full.";

test("owners get one notice and one mail for a run of failed backups, and one of each when a backup succeeds", async () => {
  const [owner, admin, left] = [
    await makeUser({ role: "owner" }),
    await makeUser({ role: "admin" }),
    await makeUser({ role: "owner" }),
  ];
  await db().user.update({ where: { id: left.id }, data: { deactivatedAt: new Date() } });
  await makeBackup(dir, { startedAt: hoursAgo(5) });
  await everyInstance();
  expect(await noticesOf()).toEqual([]);
  for (const hours of [4, 3, 2]) {
    await fail(hoursAgo(hours));
    await everyInstance();
  }
  for (const each of [ada, owner]) {
    expect(await noticesOf(each)).toEqual([["workspace.backups_failing", "Parley", REASON]]);
    expect(await subjectsTo(each)).toEqual(["Backups of Acme are failing"]);
    expect((await countNotices(each)).unseen).toBe(1);
  }
  for (const each of [admin, left]) expect([await noticesOf(each), await subjectsTo(each)]).toEqual([[], []]);
  const [mail] = office.mails;
  expect(mail?.text).toContain(REASON);
  expect(mail?.text).toContain("The latest good backup is from");
  expect(mail?.text).toContain("https://chat.example.com/workspace/health");

  await makeBackup(dir, { startedAt: hoursAgo(1) });
  await everyInstance();
  expect(await noticesOf()).toEqual([
    ["workspace.backups_resumed", "Parley", null],
    ["workspace.backups_failing", "Parley", REASON],
  ]);
  // That of the failure counts as seen.
  expect((await countNotices(ada)).unseen).toBe(1);
  expect(await subjectsTo()).toEqual(["Backups of Acme are failing", "Backups of Acme work again"]);

  await fail(hoursAgo(0.5));
  await everyInstance();
  expect(await subjectsTo()).toHaveLength(3);
  expect(await noticesOf()).toHaveLength(3);
});

test("owners hear of a backup that failed on a full disk once there is room for the notice, once", async () => {
  await makeBackup(dir, { startedAt: hoursAgo(5) });
  await fail(hoursAgo(1));
  await fillDisk();
  try {
    for (let minute = 0; minute < 3; minute += 1)
      await expect(notifyOwners()).rejects.toSatisfy((error) => fullPlaceIn(error) === "database");
  } finally {
    await freeDisk();
  }
  expect([await noticesOf(), await subjectsTo()]).toEqual([[], []]);
  await everyInstance();
  expect(await noticesOf()).toEqual([["workspace.backups_failing", "Parley", REASON]]);
  expect(await subjectsTo()).toEqual(["Backups of Acme are failing"]);
});

test("owners hear of a scheduled backup that is overdue, also of the first, and of one whose archive is gone", async () => {
  await everyInstance();
  expect(await noticesOf()).toEqual([]);
  await db().workspace.updateMany({ data: { createdAt: hoursAgo(49) } });
  await everyInstance();
  expect(await noticesOf()).toEqual([["workspace.backups_failing", "Parley", "There is no backup yet."]]);

  const first = await makeBackup(dir, { startedAt: hoursAgo(30) });
  await everyInstance();
  const late = "The last backup is more than a day later than BACKUP_SCHEDULE (@hourly) says.";
  expect((await noticesOf())[0]).toEqual(["workspace.backups_failing", "Parley", late]);

  const second = await makeBackup(dir, { startedAt: hoursAgo(1) });
  await everyInstance();
  expect(
    (await noticesOf()).map(([action]) => action).filter((action) => action === "workspace.backups_resumed"),
  ).toHaveLength(2);
  for (const file of [first, second]) rmSync(file);
  await everyInstance();
  expect((await noticesOf())[0]?.[2]).toMatch(/isn't mounted|^The last backup can't be restored\. There is no/);
});

test("nothing is sent without a schedule, while a backup is being made, or for one that an admin started", async () => {
  await fail(hoursAgo(1), { scheduled: false });
  await everyInstance();
  await fail(hoursAgo(0.5));
  vi.stubEnv("BACKUP_SCHEDULE", "");
  await everyInstance();
  expect([await noticesOf(), await subjectsTo()]).toEqual([[], []]);
});

test("without a mail server, owners get the notice", async () => {
  vi.stubEnv("SMTP_URL", "");
  vi.stubEnv("MAIL_FROM", "");
  await fail(hoursAgo(1));
  await everyInstance();
  expect(await noticesOf()).toHaveLength(1);
  expect(office.mails).toEqual([]);
});
