import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PresenceHint } from "@/lib/events/types";
import type { PresenceDiff, PresenceState } from "@/lib/live/presence/dto";
import { EXPIRES_MS, GRACE_MS, Presence } from "@/lib/live/presence/presence";

/** Several instances that receive each other's hints. */
class Instances {
  readonly all = new Map<string, Presence>();
  readonly killed = new Set<string>();
  readonly sent: { from: string; at: number; hint: PresenceHint }[] = [];

  start(name: string): Presence {
    const instance = new Presence((hint) => {
      if (this.killed.has(name)) return;
      this.sent.push({ from: name, at: performance.now(), hint });
      for (const each of this.all.values()) each.hear(hint);
    });
    this.all.set(name, instance);
    instance.start();
    return instance;
  }

  /** Ends an instance as SIGKILL does. */
  kill(name: string): void {
    this.killed.add(name);
    this.all.get(name)?.stop();
    this.all.delete(name);
  }

  sees(name: string): Record<string, PresenceState> {
    return Object.fromEntries(this.all.get(name)?.people ?? []);
  }

  diff(name: string): PresenceDiff | null | undefined {
    return this.all.get(name)?.takeDiff();
  }
}

let instances: Instances;
beforeEach(() => {
  vi.useFakeTimers();
  instances = new Instances();
});
afterEach(() => {
  for (const instance of instances.all.values()) instance.stop();
  vi.useRealTimers();
});
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test("a change in one instance soon reaches the other", async () => {
  const one = instances.start("one");
  instances.start("two");
  one.say("ada", "here");
  await pass(1_000);
  expect(instances.sees("two")).toEqual({ ada: "here" });
  expect(instances.diff("two")).toEqual({ here: ["ada"], away: [], off: [] });
  one.say("ada", "away");
  await pass(1_100);
  expect(instances.sees("two")).toEqual({ ada: "away" });
  one.say("ada", null);
  await pass(1_100);
  expect(instances.sees("two")).toEqual({});
});

test("a person is online if any instance says so", async () => {
  const [one, two] = [instances.start("one"), instances.start("two")];
  one.say("ada", "away");
  two.say("ada", "here");
  await pass(1_100);
  expect([instances.sees("one"), instances.sees("two")]).toEqual([{ ada: "here" }, { ada: "here" }]);
  two.say("ada", null);
  await pass(1_100);
  expect([instances.sees("one"), instances.sees("two")]).toEqual([{ ada: "away" }, { ada: "away" }]);
});

test("a change that is undone isn't sent, and only changes increase the version", async () => {
  const one = instances.start("one");
  one.say("ada", "here");
  one.say("ada", null);
  expect(one.takeDiff()).toBeNull();
  const { version } = one;
  one.say("ada", null);
  expect(one.version).toBe(version);
});

test("an instance that starts later soon knows the others' people", async () => {
  const one = instances.start("one");
  one.say("ada", "here");
  await pass(5_000);
  instances.start("two");
  await pass(2_000);
  expect(instances.sees("two")).toEqual({ ada: "here" });
});

test("changes are sent to other instances at most once a second", async () => {
  const one = instances.start("one");
  instances.start("two");
  for (let turn = 0; turn < 100; turn += 1) {
    one.say(`p${turn % 7}`, turn % 2 === 0 ? "here" : "away");
    await pass(93);
  }
  const times = instances.sent.filter(({ hint }) => !hint.asks).map(({ at }) => at);
  expect(times.length).toBeGreaterThan(5);
  for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(999);
});

test("two thousand people fit into hints of a size that NOTIFY accepts", async () => {
  const one = instances.start("one");
  instances.start("two");
  const keys = Array.from({ length: 2_000 }, (_, n) => (2n ** 63n - 1n - BigInt(n)).toString(36));
  for (const key of keys) one.say(key, "here");
  await pass(1_000);
  expect(Object.keys(instances.sees("two"))).toHaveLength(2_000);
  for (const { hint } of instances.sent) expect(JSON.stringify(hint).length).toBeLessThan(7_500);
});

test("a person's state doesn't flicker when they reload a page", async () => {
  const one = instances.start("one");
  instances.start("two");
  let state: PresenceState | null = "here";
  one.sayWithGrace("ada", () => state);
  await pass(2_000);
  instances.diff("two");
  state = null;
  one.sayWithGrace("ada", () => state);
  await pass(GRACE_MS - 1_500);
  state = "here";
  one.sayWithGrace("ada", () => state);
  await pass(GRACE_MS * 2);
  expect(instances.diff("two")).toBeNull();
  expect(instances.all.get("two")?.version).toBe(1);
});

test("a person's state doesn't flicker when they reload a page from another instance", async () => {
  const [one, two] = [instances.start("one"), instances.start("two")];
  const three = instances.start("three");
  one.sayWithGrace("ada", () => "here");
  await pass(2_000);
  one.sayWithGrace("ada", () => null);
  await pass(1_000);
  two.sayWithGrace("ada", () => "here");
  await pass(GRACE_MS * 2);
  expect(three.version).toBe(1);
  expect(instances.sees("three")).toEqual({ ada: "here" });
});

test("a person whose page is closed is offline after the grace period, and immediately if the page says so", async () => {
  const one = instances.start("one");
  instances.start("two");
  one.sayWithGrace("ada", () => "here");
  one.sayWithGrace("grace", () => "here");
  await pass(2_000);
  one.sayWithGrace("ada", () => null);
  one.say("grace", null);
  await pass(1_500);
  expect(instances.sees("two")).toEqual({ ada: "here" });
  await pass(GRACE_MS + 1_000);
  expect(instances.sees("two")).toEqual({});
});

test("a killed instance's people go offline, except those who have connected to another", async () => {
  const [one, two] = [instances.start("one"), instances.start("two")];
  one.say("ada", "here");
  one.say("grace", "here");
  await pass(30_000);
  instances.kill("one");
  two.say("grace", "here");
  await pass(EXPIRES_MS - 15_000);
  expect(instances.sees("two")).toEqual({ ada: "here", grace: "here" });
  await pass(16_000);
  expect(instances.sees("two")).toEqual({ grace: "here" });
});

test("a stopped instance's people have the grace period to connect to another", async () => {
  const [one, two] = [instances.start("one"), instances.start("two")];
  one.say("ada", "here");
  one.say("grace", "here");
  await pass(2_000);
  one.stop();
  instances.all.delete("one");
  await pass(GRACE_MS - 2_000);
  two.say("grace", "here");
  expect(instances.sees("two")).toEqual({ ada: "here", grace: "here" });
  await pass(4_000);
  expect(instances.sees("two")).toEqual({ grace: "here" });
});

test("repeated hints make up for lost ones", async () => {
  const one = instances.start("one");
  one.say("ada", "here");
  await pass(2_000);
  const two = instances.start("two");
  await pass(2_000);
  instances.all.delete("two");
  one.say("ada", null);
  one.say("grace", "here");
  await pass(2_000);
  instances.all.set("two", two);
  expect(instances.sees("two")).toEqual({ ada: "here" });
  await pass(10_000);
  expect(instances.sees("two")).toMatchObject({ grace: "here" });
  await pass(EXPIRES_MS);
  expect(instances.sees("two")).toEqual({ grace: "here" });
});

test("without people, nothing is sent", async () => {
  instances.start("one");
  instances.start("two");
  await pass(300_000);
  // Each instance has asked once.
  expect(instances.sent).toHaveLength(2);
});
