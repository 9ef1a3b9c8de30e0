import { afterEach, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { listInstances, listJobs } from "@/lib/operation/health/queries";
import { beat, leave } from "@/lib/operation/instances/heartbeat";
import { HOUR_MS, type JobState, jobs, MINUTE_MS } from "@/lib/process/repeat";
import { THIS_INSTANCE } from "@/lib/process/this-instance";
import { VERSION } from "@/lib/process/version";

async function forget(): Promise<void> {
  jobs.own.clear();
  await db().job.deleteMany();
  await db().instance.deleteMany();
}

beforeEach(forget);
afterEach(forget);

const ago = (ms: number) => new Date(Date.now() - ms);
const own = (name: string, more: Partial<JobState> = {}) => {
  const job = { name, label: `Do ${name}`, every: HOUR_MS, since: Date.now(), began: null, nextAt: Date.now() };
  jobs.own.set(name, { ...job, ...more });
};
const instance = (id: string, more: object = {}) => {
  const row = {
    id,
    host: `${id}-host`,
    pid: 7,
    version: "0.1.0",
    startedAt: ago(HOUR_MS),
    seenAt: new Date(),
    streams: 3,
  };
  return db().instance.create({ data: { ...row, ...more } });
};
const job = (name: string, more: object = {}) => {
  const row = { name, label: `Do ${name}`, everyMs: HOUR_MS, endedAt: ago(1_000), tookMs: 20, nextAt: ago(-HOUR_MS) };
  return db().job.create({ data: { ...row, instanceId: "other", instance: "web-2 (process 7)", ...more } });
};
// Jobs that other tests in this process have started run on.
const OURS = new Set("a-new good bad busy late just-started on-time hangs theirs".split(" "));
const listed = async () => (await listJobs()).filter(({ name }) => OURS.has(name));
const states = async () => Object.fromEntries((await listed()).map(({ name, state }) => [name, state]));

test("jobs are listed by what they do, with how their last run ended", async () => {
  own("a-new", { label: "Zip" });
  own("good", { label: "Do good" });
  own("bad", { label: "Do bad" });
  own("busy", { label: "Do busy", began: Date.now() });
  await job("good");
  await job("bad", { error: "The disk is full.", succeededAt: ago(HOUR_MS) });
  await job("busy");
  const jobs = await listed();
  expect(jobs.map(({ name, state }) => [name, state])).toEqual([
    ["bad", "failed"],
    ["busy", "running"],
    ["good", "succeeded"],
    ["a-new", "waiting"],
  ]);
  expect(jobs[0]).toMatchObject({ error: "The disk is full.", succeededAt: expect.any(String) });
  expect(jobs[2]).toMatchObject({ error: null, last: { tookMs: 20, instance: "web-2 (process 7)" } });
  expect(jobs[3]?.last).toBeNull();
});

test("a job is late once it has missed two runs and five minutes, but not right after a start", async () => {
  own("late", { since: ago(9 * HOUR_MS).getTime() });
  own("just-started");
  own("on-time", { since: ago(9 * HOUR_MS).getTime() });
  own("hangs", { every: MINUTE_MS, since: ago(HOUR_MS).getTime(), began: ago(HOUR_MS).getTime() });
  for (const name of ["late", "just-started"]) await job(name, { endedAt: ago(3 * HOUR_MS) });
  await job("on-time", { endedAt: ago(2 * HOUR_MS) });
  expect(await states()).toEqual({
    late: "late",
    "just-started": "succeeded",
    "on-time": "succeeded",
    hangs: "late",
  });
});

test("a job that only another instance has is listed while that instance runs", async () => {
  await job("theirs");
  expect(await states()).toEqual({});
  await instance("other");
  expect(await states()).toEqual({ theirs: "succeeded" });
  await db().instance.update({ where: { id: "other" }, data: { seenAt: ago(2 * MINUTE_MS) } });
  expect(await states()).toEqual({});
});

test("each beat lists this instance, and removes those that were silent for ten minutes", async () => {
  await instance("crashed", { seenAt: ago(11 * MINUTE_MS) });
  await instance("silent", { seenAt: ago(2 * MINUTE_MS) });
  await beat();
  await beat();
  const [silent, mine, ...others] = await listInstances();
  expect(others).toEqual([]);
  expect(silent).toMatchObject({ id: "silent", responds: false, isThis: false, streams: 3 });
  expect(mine).toMatchObject({
    id: THIS_INSTANCE.id,
    pid: process.pid,
    version: VERSION,
    responds: true,
    isThis: true,
  });
  await leave();
  expect((await listInstances()).map(({ id }) => id)).toEqual(["silent"]);
});
