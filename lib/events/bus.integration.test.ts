import { spawn } from "node:child_process";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db, pool } from "@/lib/db/client";
import { publish, startBus, subscribe } from "@/lib/events/hub";
import type { Hint } from "@/lib/events/types";
import { until } from "@/lib/testing/until";

const ROOT = path.resolve(import.meta.dirname, "../..");

let heard: Hint[] = [];
let unsubscribe = () => {};

beforeEach(async () => {
  heard = [];
  unsubscribe = subscribe((hint) => heard.push(hint));
  startBus();
  await until(async () => expect(await listening()).toHaveLength(1));
});

afterEach(() => unsubscribe());

/** Returns the connections that listen in this file's database. */
async function listening(): Promise<number[]> {
  const rows = await db().$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN parley_events%'`;
  return rows.map(({ pid }) => pid);
}

/** Publishes these hints from another process, in this order and all at once. */
async function publishElsewhere(hints: string): Promise<void> {
  const code = `
    import { publish } from "./lib/events/hub.ts";
    import { runShutdown } from "./lib/process/on-shutdown.ts";
    import { disconnect } from "./lib/db/client.ts";
    for (const hint of ${hints}) publish(hint);
    await runShutdown();
    await disconnect();
  `;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", code], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
}

test("another process receives the hints of this one, one for each channel with its highest revision", async () => {
  await publishElsewhere(`[
    { kind: "channel", channelId: 1n, rev: 3, msgSeq: 2 },
    { kind: "channel", channelId: 1n, rev: 7, msgSeq: 6 },
    { kind: "channel", channelId: 1n, rev: 5, msgSeq: 4 },
    { kind: "channel", channelId: 117441049634277085n, rev: 1, msgSeq: 1 },
    { kind: "user", userId: 9n },
    { kind: "person", userId: 9n },
    { kind: "person", userId: 9n },
    { kind: "channels" },
  ]`);
  await until(() => expect(heard).toHaveLength(5));
  expect(heard).toEqual([
    { kind: "channel", channelId: 1n, rev: 7, msgSeq: 6 },
    { kind: "channel", channelId: 117441049634277085n, rev: 1, msgSeq: 1 },
    { kind: "user", userId: 9n },
    { kind: "person", userId: 9n },
    { kind: "channels" },
  ]);
});

test("only the last of a person's read positions in a channel arrives, even if it moved back", async () => {
  const read = (userId: string, channelId: string, lastReadSeq: number, back: boolean) =>
    `{ kind: "read", userId: ${userId}, channelId: ${channelId}, lastReadSeq: ${lastReadSeq}, back: ${back} }`;
  await publishElsewhere(`[
    ${read("1n", "117441049634277085n", 7, false)},
    ${read("1n", "117441049634277085n", 3, true)},
    ${read("1n", "2n", 4, false)},
    ${read("9n", "2n", 5, false)},
  ]`);
  await until(() => expect(heard).toHaveLength(3));
  expect(heard).toEqual([
    { kind: "read", userId: 1n, channelId: 117441049634277085n, lastReadSeq: 3, back: true },
    { kind: "read", userId: 1n, channelId: 2n, lastReadSeq: 4, back: false },
    { kind: "read", userId: 9n, channelId: 2n, lastReadSeq: 5, back: false },
  ]);
});

test("a thousand hints at once all arrive", async () => {
  await publishElsewhere(`Array.from({ length: 1000 }, (_, n) => ({ kind: "user", userId: BigInt(n) }))`);
  await until(() => expect(heard).toHaveLength(1000));
});

test("a process receives its own hints immediately and not again through the database", async () => {
  publish({ kind: "user", userId: 1n });
  expect(heard).toEqual([{ kind: "user", userId: 1n }]);
  await publishElsewhere('[{ kind: "user", userId: 2n }]');
  await until(() => expect(heard).toContainEqual({ kind: "user", userId: 2n }));
  expect(heard).toHaveLength(2);
});

test("a lost connection is restored", async () => {
  const [before] = await listening();
  await pool().query("SELECT pg_terminate_backend($1)", [before]);
  await until(async () => expect(await listening()).toEqual([expect.not.objectContaining({ pid: before })]));
  await until(async () => expect((await listening())[0]).not.toBe(before));
  await publishElsewhere('[{ kind: "user", userId: 3n }]');
  await until(() => expect(heard).toContainEqual({ kind: "user", userId: 3n }));
});

test("invalid notifications and hints of a later version are ignored", async () => {
  for (const payload of ["", "no json", "null", "{}", '{"from":"x","hints":[{"kind":"user","userId":"x"}]}']) {
    await pool().query("SELECT pg_notify('parley_events', $1)", [payload]);
  }
  const hints = [{ kind: "later", userId: "1" }, { kind: "toString" }, { kind: "user", userId: "5" }];
  await pool().query("SELECT pg_notify('parley_events', $1)", [JSON.stringify({ from: "later", hints })]);
  await publishElsewhere('[{ kind: "user", userId: 4n }]');
  await until(() => expect(heard).toHaveLength(2));
  expect(heard).toEqual([
    { kind: "user", userId: 5n },
    { kind: "user", userId: 4n },
  ]);
});

test("presence arrives in order, in notifications that fit PostgreSQL's limit", async () => {
  const here = "x".repeat(7_000);
  await publishElsewhere(
    `Array.from({ length: 20 }, (_, n) => ({ kind: "presence", instance: "x" + n, here: "${here}" }))`,
  );
  await until(() => expect(heard).toHaveLength(20));
  expect(heard).toEqual(Array.from({ length: 20 }, (_, n) => ({ kind: "presence", instance: `x${n}`, here })));
});

test("a hint after a quiet moment is sent without a timer in the past, about which Node warns", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  publish({ kind: "channels" });
  const delays = timers.mock.calls.map(([, delay]) => delay);
  timers.mockRestore();
  expect(delays.length).toBeGreaterThan(0);
  for (const delay of delays) expect(delay).toBeGreaterThanOrEqual(0);
});
