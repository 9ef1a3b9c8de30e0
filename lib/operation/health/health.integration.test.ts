import { rmSync } from "node:fs";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { matchKeywords } from "@/lib/attention/keywords/match-keywords";
import { db } from "@/lib/db/client";
import { indexMessages } from "@/lib/messages/search/index-messages";
import { tendWordList } from "@/lib/messages/search/tend-word-list";
import { countSending, storeSendings } from "@/lib/network/sendings";
import { type BackUp, backUpNow } from "@/lib/operation/health/back-up-now";
import { checkDeferred } from "@/lib/operation/health/check-deferred";
import { checkMail, checkPush, sendTestMail } from "@/lib/operation/health/check-sending";
import { checkBackups, checkInstances, checkSearch, checkTools, diskFinding } from "@/lib/operation/health/checks";
import type { HealthDto } from "@/lib/operation/health/dto";
import { readHealth } from "@/lib/operation/health/read-health";
import { beat, leave } from "@/lib/operation/instances/heartbeat";
import { setNotificationPreferences } from "@/lib/people/notifications/notification-preferences";
import { env } from "@/lib/process/env";
import { processWide } from "@/lib/process/process-wide";
import { duringBackup } from "@/lib/testing/backup-lock";
import { makeBackup } from "@/lib/testing/backups";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import {
  makeChannel,
  makeSession,
  makeUser,
  makeWebhook,
  postedMessage,
  userDraft,
  webhookPath,
} from "@/lib/testing/factories";
import { PostOffice } from "@/lib/testing/post-office";
import { until } from "@/lib/testing/until";
import { receive } from "@/lib/webhooks/endpoint/receive";
import { descriptions, setOwnSenders } from "@/lib/webhooks/senders/descriptions";

const OWNER = { role: "owner" } as const;
const GIB = 2 ** 30;
const ago = (ms: number) => new Date(Date.now() - ms);
const DAY_MS = 86_400_000;

async function forget(): Promise<void> {
  for (const name of ["BACKUP_SCHEDULE", "SMTP_URL", "MAIL_FROM", "BASE_URL"])
    Reflect.deleteProperty(process.env, name);
  await leave();
  await storeSendings();
  await Promise.all([db().sending.deleteMany(), db().backup.deleteMany(), db().instance.deleteMany()]);
}

// Other tests in this process send, too.
beforeEach(forget);
afterEach(forget);

const statesOf = ({ findings }: HealthDto) =>
  Object.fromEntries(Object.entries(findings).map(([part, { state }]) => [part, state]));

test("owners and admins read the state of everything, and for members it doesn't exist", async () => {
  await beat();
  for (const role of ["owner", "admin"] as const) {
    const health = await readHealth({ role });
    expect(statesOf(health)).toEqual({
      parley: "ok",
      database: "ok",
      search: "ok",
      deferred: "ok",
      tools: "ok",
      disk: expect.stringMatching(/ok|attention/),
      backups: "attention",
      mail: "off",
      push: "ok",
      instances: "ok",
    });
    expect(health.instances).toHaveLength(1);
    expect(health.findings.database.summary).toMatch(/^PostgreSQL \d+\.\d+ is running\.$/);
  }
  await expect(readHealth({ role: "member" })).rejects.toMatchObject({ code: "not_found" });
});

test("a part that fails says so, while everything else is read", async () => {
  await db().$executeRaw`ALTER TABLE backups RENAME TO elsewhere`;
  try {
    const health = await readHealth(OWNER);
    expect(statesOf(health)).toMatchObject({ backups: "unreadable", database: "ok", push: "ok" });
    expect(health.findings.backups.summary).toBe("This couldn't be read.");
  } finally {
    await db().$executeRaw`ALTER TABLE elsewhere RENAME TO backups`;
  }
});

test("a part that hangs is given up, and isn't started again until it ends", async () => {
  const holder = new pg.Client({ connectionString: env.databaseUrl });
  await holder.connect();
  const waiting = async () => {
    const { rows } = await holder.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%sendings%' AND datname = current_database()",
    );
    return rows.length;
  };
  try {
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE sendings IN ACCESS EXCLUSIVE MODE");
    expect(statesOf(await readHealth(OWNER))).toMatchObject({
      push: "unreadable",
      database: "ok",
      backups: "attention",
    });
    const before = await waiting();
    expect(before).toBeGreaterThan(0);
    await readHealth(OWNER);
    expect(await waiting()).toBeLessThanOrEqual(before);
    await holder.query("COMMIT");
    await until(async () => expect(statesOf(await readHealth(OWNER))).toMatchObject({ push: "ok" }));
  } finally {
    await holder.end();
  }
});

test("the disk needs attention below a tenth of it, or 5 GiB of a large one", () => {
  expect(diskFinding(2 * GIB, 20 * GIB).state).toBe("ok");
  expect(diskFinding(1.9 * GIB, 20 * GIB).state).toBe("attention");
  expect(diskFinding(5 * GIB, 4000 * GIB).state).toBe("ok");
  expect(diskFinding(4.9 * GIB, 4000 * GIB).state).toBe("attention");
});

test("search needs attention once a message has waited for two minutes to be indexed", async () => {
  await indexMessages();
  await tendWordList();
  const author = await makeUser();
  const { messageId } = await postedMessage(
    userDraft(author, await makeChannel({ members: [author] }), { content: "find me" }),
  );
  expect(await checkSearch()).toMatchObject({
    state: "ok",
    facts: [{ text: "1 change" }, { text: expect.stringMatching(/^\d+ seconds old$/) }],
  });
  await db().message.update({ where: { id: messageId }, data: { createdAt: ago(180_000) } });
  expect(await checkSearch()).toMatchObject({
    state: "attention",
    facts: [{ text: "1 change" }, { text: "3 minutes old" }],
  });
  await indexMessages();
  // Edits and reactions of an old message don't look as if it had been waiting since it was posted.
  await db()
    .$executeRaw`UPDATE channels SET rev = rev + 1 WHERE id = (SELECT channel_id FROM messages WHERE id = ${messageId})`;
  await db().$executeRaw`UPDATE messages SET rev = rev + 1 WHERE id = ${messageId}`;
  expect(await checkSearch()).toMatchObject({ state: "ok", facts: [{ text: "1 change" }] });
  await indexMessages();
  expect(await checkSearch()).toMatchObject({ state: "ok", facts: [{ text: "0 changes" }] });
  await db().searchWordsProgress.updateMany({ data: { listedTo: 0n } });
  expect(await checkSearch()).toMatchObject({ state: "ok", facts: [{}, { text: "0 % of messages" }] });
  await db().searchWordsProgress.updateMany({ data: { listedTo: messageId } });
  expect(await checkSearch()).toMatchObject({ facts: [{}, { text: expect.stringMatching(/^\d+ % of messages$/) }] });
  await tendWordList();
  expect(await checkSearch()).toMatchObject({ facts: [{ text: "0 changes" }] });
});

test("what follows posts says how much waits and for how long, and needs attention after two minutes", async () => {
  await matchKeywords();
  const author = await makeUser();
  const channel = await makeChannel({ members: [author] });
  const nothing = ["nothing waiting", "nothing waiting", "nothing waiting"];
  const texts = async () => (await checkDeferred()).facts.map((fact) => ("text" in fact ? fact.text : ""));
  await postedMessage(userDraft(author, channel, { content: "before anyone has keywords" }));
  expect(await texts()).toEqual(nothing);
  await setNotificationPreferences(author, { keywords: ["find"] });
  await matchKeywords();
  expect(await texts()).toEqual(nothing);
  const { messageId } = await postedMessage(userDraft(author, channel, { content: "find me" }));
  const pathname = webhookPath(await makeWebhook({ channelId: channel.id }));
  const body = (async function* () {
    yield Buffer.from('{"content": "find me, too"}');
  })();
  const headers = (name: string) => (name === "content-type" ? "application/json" : null);
  await receive({ method: "POST", pathname, headers, body });
  const one = expect.stringMatching(/^1 waiting, the oldest for \d seconds$/);
  const two = expect.stringMatching(/^2 waiting, the oldest for \d seconds$/);
  // The delivery log's backlog is looked at before anything else can run.
  expect(await texts()).toEqual([one, two, "nothing waiting"]);
  await db().message.update({ where: { id: messageId }, data: { createdAt: ago(180_000) } });
  expect(await checkDeferred()).toMatchObject({
    state: "attention",
    facts: [{}, { text: expect.stringContaining("3 min") }, {}],
  });
  // An edit of an old message doesn't look as if it had been waiting since it was posted.
  await db().message.update({ where: { id: messageId }, data: { editedAt: new Date() } });
  expect(await checkDeferred()).toMatchObject({ state: "ok" });
  await matchKeywords();
  await until(async () => expect(await texts()).toEqual(nothing));
  const browser = { endpointHash: Buffer.from("x"), sealed: Buffer.from("x"), host: "push.example.com" };
  const { id: userId, sessionId } = await makeSession(author);
  const { id: subscriptionId } = await db().pushSubscription.create({ data: { ...browser, userId, sessionId } });
  await db().pushWaiting.create({ data: { subscriptionId, messageId, dueAt: ago(180_000) } });
  expect(await texts()).toEqual(["nothing waiting", "nothing waiting", "1 waiting, the oldest for 3 minutes"]);
  await db().pushSubscription.delete({ where: { id: subscriptionId } });
});

describe("backups", () => {
  const dir = temporaryDirectory("parley-health-");
  afterAll(() => rmSync(dir, { recursive: true }));

  test("need attention without one, once the last good one is old, and after a failed one", async () => {
    expect(await checkBackups()).toMatchObject({ state: "attention", summary: "There is no backup yet." });
    await makeBackup(dir, { startedAt: ago(9 * DAY_MS) });
    const old = { state: "attention", summary: "The last backup is more than 8 days old." };
    expect(await checkBackups()).toMatchObject(old);
    await makeBackup(dir, { startedAt: ago(7 * DAY_MS) });
    const recent = { state: "ok", advice: "Set BACKUP_SCHEDULE to make backups automatically." };
    expect(await checkBackups()).toMatchObject(recent);
    const failure = { startedAt: ago(0), endedAt: ago(0), scheduled: true, path: "/backups/1.tar" };
    await db().backup.create({ data: { ...failure, error: "The disk is full." } });
    const failed = await checkBackups();
    expect(failed).toMatchObject({ state: "attention", advice: "The disk is full. Fix this, then back up again." });
    expect(failed.facts).toContainEqual({ label: "Last good backup", at: expect.any(String) });
  });

  test("need attention a day after the schedule's time has passed without one", async () => {
    process.env.BACKUP_SCHEDULE = "@daily";
    await makeBackup(dir);
    expect(await checkBackups()).toMatchObject({ state: "ok", advice: null });
    // Within a day, a daily backup's time passes exactly once.
    expect(await checkBackups(Date.now() + DAY_MS)).toMatchObject({ state: "ok" });
    const late = {
      state: "attention",
      summary: "The last backup is more than a day later than BACKUP_SCHEDULE (@daily) says.",
    };
    expect(await checkBackups(Date.now() + 2 * DAY_MS)).toMatchObject(late);
  });

  test("are made now by owners and admins, one at a time, and the audit log says so", async () => {
    const owner = await makeUser(OWNER);
    await expect(backUpNow(owner)).rejects.toMatchObject({ code: "unavailable" });
    let result = { code: 0, output: "Backed up." };
    let runs = 0;
    processWide(
      "back-up",
      (): BackUp => async () => {
        runs += 1;
        return result;
      },
    );
    await backUpNow(owner);
    expect(await db().auditEntry.count({ where: { actorId: owner.id, action: "workspace.backup_started" } })).toBe(1);
    await duringBackup(() => expect(backUpNow(owner)).rejects.toMatchObject({ code: "conflict" }));
    await expect(backUpNow({ ...owner, role: "member" })).rejects.toMatchObject({ code: "not_found" });
    expect(runs).toBe(1);
    result = { code: 1, output: "Starting.\nParley can't write to /backups.\n" };
    const message = "The backup failed. Parley can't write to /backups.";
    await expect(backUpNow(owner)).rejects.toMatchObject({ message });
  });
});

describe("mail", () => {
  const mailBy = (url: string) =>
    Object.assign(process.env, {
      SMTP_URL: url,
      MAIL_FROM: "parley@example.com",
      BASE_URL: "https://chat.example.com",
    });

  test("is off without a server, and needs attention from the last failure to the next success", async () => {
    expect(await checkMail()).toMatchObject({ state: "off", facts: [] });
    mailBy("smtp://user:hunter2@mail.example.com:587");
    const quiet = await checkMail();
    expect(quiet).toMatchObject({
      state: "ok",
      facts: [{ text: "mail.example.com:587" }, { text: "0 sent, 0 failed" }],
    });
    countSending("mail", "The mail server is full.");
    await storeSendings();
    const failed = await checkMail();
    expect(failed).toMatchObject({
      state: "attention",
      advice: expect.stringMatching(/^The mail server is full\. Check SMTP_URL/),
    });
    expect(JSON.stringify(failed)).not.toContain("hunter2");
    countSending("mail", null);
    await storeSendings();
    expect(await checkMail()).toMatchObject({ state: "ok", facts: [{}, { text: "1 sent, 1 failed" }, {}, {}] });
  });

  test("a test email goes to the owner who asks, and its outcome shows at once", async () => {
    const office = await PostOffice.open();
    const owner = await makeUser(OWNER);
    try {
      await expect(sendTestMail(owner)).rejects.toMatchObject({ code: "invalid" });
      mailBy(office.url);
      await sendTestMail(owner);
      expect(office.mails.map(({ subject }) => subject)).toEqual(["Test email from Parley"]);
      expect(await checkMail()).toMatchObject({ state: "ok", facts: [{}, { text: "1 sent, 0 failed" }, {}] });
      await expect(sendTestMail({ ...owner, role: "member" })).rejects.toMatchObject({ code: "not_found" });
    } finally {
      await office.close();
    }
    await expect(sendTestMail(owner)).rejects.toMatchObject({
      message: /couldn't be sent\. The mail server couldn't be/,
    });
    expect(await checkMail()).toMatchObject({ state: "attention" });
  });
});

test("pushes need attention if the last failed, or more than a tenth did", async () => {
  expect(await checkPush()).toMatchObject({ state: "ok" });
  for (let sent = 0; sent < 9; sent += 1) countSending("push", null);
  await storeSendings();
  // Both could be stored within a millisecond.
  await db().sending.updateMany({ data: { sentAt: ago(1_000) } });
  countSending("push", "push.example.com couldn't be reached.");
  await storeSendings();
  expect(await checkPush()).toMatchObject({
    state: "attention",
    advice: expect.stringMatching(/^push\.example\.com couldn't be reached\./),
  });
  countSending("push", null);
  await storeSendings();
  expect(await checkPush()).toMatchObject({ state: "ok" });
});

test("tools need attention while a description of the operator's has mistakes, which are named", async () => {
  const own = { name: "brew", file: "/data/senders/brew/sender.yaml", description: null };
  const problems = [
    { line: 3, message: "home: Invalid URL" },
    { line: 7, message: "event: Too small" },
  ];
  try {
    setOwnSenders([{ ...own, problems: problems.slice(0, 1) }]);
    expect(await checkTools()).toMatchObject({
      state: "attention",
      summary: "A description of a tool has a mistake. What is posted to /brew becomes plain cards.",
      facts: [{ label: "/data/senders/brew/sender.yaml, line 3", text: "home: Invalid URL" }],
    });
    setOwnSenders([{ ...own, problems }]);
    const several = { summary: "Descriptions of tools have 2 mistakes.", facts: [{}, { text: "event: Too small" }] };
    expect(await checkTools()).toMatchObject(several);
    const description = descriptions().get("grafana") ?? null;
    setOwnSenders([{ ...own, name: "grafana", description, problems: [] }]);
    expect(await checkTools()).toMatchObject({ state: "ok", facts: [{}, { text: "1" }] });
  } finally {
    setOwnSenders([]);
  }
  expect(await checkTools()).toMatchObject({ state: "ok", facts: [{ text: `${descriptions().size}` }, { text: "0" }] });
});

test("instances need attention if one stopped without saying so, or their versions differ", async () => {
  await beat();
  expect(await checkInstances()).toMatchObject({ state: "ok", summary: "1 instance is running." });
  const other = { id: "other", host: "web-2", pid: 1, startedAt: new Date(), streams: 4 };
  await db().instance.create({ data: { ...other, version: "0.1.0", seenAt: new Date() } });
  const mixed = await checkInstances();
  expect(mixed).toMatchObject({
    state: "attention",
    summary: "Instances run different versions.",
    facts: [{ text: "4" }],
  });
  await db().instance.update({ where: { id: "other" }, data: { seenAt: ago(120_000) } });
  expect(await checkInstances()).toMatchObject({ state: "attention", advice: expect.stringMatching(/^Check web-2 /) });
});
