import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { type HintJob, keepUp } from "@/lib/events/keep-up";
import { recordJobs } from "@/lib/operation/jobs/record-jobs";
import { env } from "@/lib/process/env";
import { runShutdown } from "@/lib/process/on-shutdown";
import { HOUR_MS, jobs, repeat } from "@/lib/process/repeat";
import { until } from "@/lib/testing/until";

beforeEach(() => recordJobs());

afterEach(async () => {
  await runShutdown();
  await db().job.deleteMany();
});

const stored = (name: string) => db().job.findUniqueOrThrow({ where: { name } });
const setUp = (work: () => Promise<void>, every = HOUR_MS) =>
  repeat({ name: "tidy", label: "Tidy up", every, work, failure: "didn't tidy up" });
const counter = () => {
  const counted = { runs: 0 };
  const work = async () => {
    counted.runs += 1;
  };
  const untilMore = (count: number) => {
    const after = counted.runs + count;
    return until(() => expect(counted.runs).toBeGreaterThan(after));
  };
  return { work, untilMore };
};
const fails = (message: string) => async () => {
  throw new Error(message);
};

test("a run is stored with what the job does, when it ended and when it runs next", async () => {
  const before = Date.now();
  setUp(async () => {});
  const row = await until(() => stored("tidy"));
  expect(row).toMatchObject({ label: "Tidy up", everyMs: HOUR_MS, error: null });
  expect(row.instance).toContain(`process ${process.pid}`);
  expect(row.succeededAt).toEqual(row.endedAt);
  const next = row.nextAt.getTime() - before;
  expect(next).toBeGreaterThan(HOUR_MS - 60_000);
  expect(next).toBeLessThan(HOUR_MS + 60_000);
});

test("a failed run is stored with the reason, without secrets, and with the last success", async () => {
  setUp(async () => {});
  const { endedAt } = await until(() => stored("tidy"));
  await runShutdown();
  const message = "\nInvalid query:\n\ncan't reach postgres://parley:hunter2hunter2@db:5432/parley";
  setUp(fails(message));
  const row = await until(async () => {
    const latest = await stored("tidy");
    expect(latest.error).not.toBeNull();
    return latest;
  });
  expect(row.error).toMatch(/^can't reach postgres:\/\/.*@db:5432\/parley$/);
  expect(row.error).not.toContain("hunter2");
  expect(row.succeededAt).toEqual(endedAt);
});

test("a job that runs every few milliseconds is stored at most once a minute", async () => {
  const { work, untilMore } = counter();
  setUp(work, 2);
  const first = await until(() => stored("tidy"));
  await untilMore(20);
  await runShutdown();
  expect(await stored("tidy")).toEqual(first);
});

test("a job that follows posts is stored too, until the process ends", async () => {
  const job: HintJob = {
    name: "tidy",
    label: "Tidy after posts",
    work: async () => null,
    wakes: [],
    settleMs: 1,
    atEnd: async () => void ended.push(jobs.own.has("tidy")),
    failure: "didn't tidy up",
  };
  const ended: boolean[] = [];
  keepUp(job);
  expect(await until(() => stored("tidy"))).toMatchObject({ label: "Tidy after posts", everyMs: 5_000, error: null });
  await runShutdown();
  Reflect.deleteProperty(globalThis, Symbol.for("parley.tidy"));
  expect([ended, jobs.own.has("tidy")]).toEqual([[true], false]);
});

test("a job runs on while its runs can't be stored", async () => {
  await db().$executeRaw`ALTER TABLE jobs RENAME TO elsewhere`;
  try {
    const { work, untilMore } = counter();
    setUp(work, 2);
    await untilMore(5);
    await runShutdown();
  } finally {
    await db().$executeRaw`ALTER TABLE elsewhere RENAME TO jobs`;
  }
});

test("a job runs on while storing a run takes long", async () => {
  const holder = new pg.Client({ connectionString: env.databaseUrl });
  await holder.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE jobs IN ACCESS EXCLUSIVE MODE");
    const { work, untilMore } = counter();
    setUp(work, 2);
    await untilMore(5);
    await holder.query("COMMIT");
    await runShutdown();
    expect(await stored("tidy")).toMatchObject({ error: null });
  } finally {
    await holder.end();
  }
});

test("with several instances, the next run is the earliest that is known", async () => {
  const soon = new Date(Date.now() + 600_000);
  const other = { name: "tidy", label: "Tidy up", everyMs: HOUR_MS, instanceId: "other", instance: "other" };
  await db().job.create({ data: { ...other, endedAt: new Date(), tookMs: 1, nextAt: soon } });
  setUp(async () => {});
  await until(async () => expect((await stored("tidy")).instanceId).not.toBe("other"));
  expect((await stored("tidy")).nextAt).toEqual(soon);
});
