import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PresenceState, Typed } from "@/lib/presence/dto";
import { Exchange, GRACE_MS, type Told } from "@/lib/presence/exchange";
import { SILENT_MS } from "@/lib/presence/roll";

/** Several processes, each of which hears what the others send, and what their streams were told. */
class Processes {
  readonly all = new Map<string, Exchange>();
  readonly told = new Map<string, { at: number; told: Told }[]>();
  readonly killed = new Set<string>();
  readonly sent: { from: string; at: number; text: string }[] = [];

  start(name: string): Exchange {
    const exchange = new Exchange(name, (text) => {
      if (this.killed.has(name)) return;
      this.sent.push({ from: name, at: performance.now(), text });
      for (const [other, each] of this.all) if (other !== name) each.hear(text);
    });
    const told: { at: number; told: Told }[] = [];
    this.told.set(name, told);
    this.all.set(name, exchange);
    exchange.connect({ told: (each) => void told.push({ at: performance.now(), told: each }), page: () => undefined });
    exchange.start();
    return exchange;
  }

  /** As SIGKILL does. */
  kill(name: string): void {
    this.killed.add(name);
    this.all.get(name)?.stop();
    this.all.delete(name);
  }

  sees(name: string): Record<string, PresenceState> {
    return Object.fromEntries(this.all.get(name)?.roll.people ?? []);
  }

  typed(name: string): Typed[] {
    return (this.told.get(name) ?? []).flatMap(({ told }) => told.typing);
  }
}

let processes: Processes;
beforeEach(() => {
  vi.useFakeTimers();
  processes = new Processes();
});
afterEach(() => {
  for (const exchange of processes.all.values()) exchange.stop();
  vi.useRealTimers();
});
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test("what changes in one process is soon known in the other, and told to its streams", async () => {
  const one = processes.start("one");
  processes.start("two");
  one.say("ada", "here");
  await pass(100);
  expect(processes.sees("two")).toEqual({ ada: "here" });
  expect(processes.told.get("two")?.map(({ told }) => told.diff)).toEqual([{ here: ["ada"], away: [], off: [] }]);
  one.say("ada", "away");
  await pass(1_100);
  expect(processes.sees("two")).toEqual({ ada: "away" });
});

test("one that starts later learns at once whom the others have", async () => {
  const one = processes.start("one");
  one.say("ada", "here");
  await pass(5_000);
  processes.start("two");
  expect(processes.sees("two")).toEqual({ ada: "here" });
});

test("however much changes, the others and the streams are told at most once a second", async () => {
  const one = processes.start("one");
  processes.start("two");
  for (let turn = 0; turn < 100; turn += 1) {
    one.say(`p${turn % 7}`, turn % 2 === 0 ? "here" : "away");
    one.sayTyping({ channelId: "1", threadId: null, userId: `${turn}`, name: "Ada", at: performance.now() });
    await pass(100);
  }
  const changes = processes.sent.filter(({ text }) => !text.includes('"w"') && !text.includes('"q"'));
  const gaps = (times: number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0));
  for (const gap of gaps(changes.map(({ at }) => at))) expect(gap).toBeGreaterThanOrEqual(999);
  for (const name of ["one", "two"]) {
    const times = (processes.told.get(name) ?? []).map(({ at }) => at);
    expect(times.length).toBeGreaterThan(8);
    for (const gap of gaps(times)) expect(gap).toBeGreaterThanOrEqual(999);
  }
  expect(processes.typed("two").length).toBeGreaterThan(90);
});

test("whoever loads a page anew doesn't flicker", async () => {
  const one = processes.start("one");
  processes.start("two");
  let state: PresenceState | null = "here";
  one.sayWithGrace("ada", () => state);
  await pass(2_000);
  processes.told.get("two")?.splice(0);
  state = null;
  one.sayWithGrace("ada", () => state);
  await pass(GRACE_MS - 1_500);
  state = "here";
  one.sayWithGrace("ada", () => state);
  await pass(GRACE_MS * 2);
  expect(processes.told.get("two")?.filter(({ told }) => told.diff !== null)).toEqual([]);
});

test("nor does who loads it anew from another process", async () => {
  const [one, two] = [processes.start("one"), processes.start("two")];
  processes.start("three");
  one.sayWithGrace("ada", () => "here");
  await pass(2_000);
  processes.told.get("three")?.splice(0);
  one.sayWithGrace("ada", () => null);
  await pass(1_000);
  two.sayWithGrace("ada", () => "here");
  await pass(GRACE_MS * 2);
  expect(processes.told.get("three")?.filter(({ told }) => told.diff !== null)).toEqual([]);
  expect(processes.sees("three")).toEqual({ ada: "here" });
});

test("whoever stays away is offline after the grace, and what they say themselves counts at once", async () => {
  const one = processes.start("one");
  processes.start("two");
  one.sayWithGrace("ada", () => "here");
  one.sayWithGrace("grace", () => "here");
  await pass(2_000);
  one.sayWithGrace("ada", () => null);
  one.say("grace", null);
  await pass(1_500);
  expect(processes.sees("two")).toEqual({ ada: "here" });
  await pass(GRACE_MS + 1_000);
  expect(processes.sees("two")).toEqual({});
});

test("the people of a killed process vanish from the others, and those who have come to another stay", async () => {
  const [one, two] = [processes.start("one"), processes.start("two")];
  one.say("ada", "here");
  one.say("grace", "here");
  await pass(30_000);
  processes.kill("one");
  two.say("grace", "here");
  await pass(SILENT_MS - 25_000);
  expect(processes.sees("two")).toEqual({ ada: "here", grace: "here" });
  await pass(30_000);
  expect(processes.sees("two")).toEqual({ grace: "here" });
});

test("what was lost on the way is made up for by the next whole roll", async () => {
  const one = processes.start("one");
  one.say("ada", "here");
  await pass(2_000);
  const two = processes.start("two");
  processes.all.delete("two");
  one.say("ada", null);
  one.say("grace", "here");
  await pass(2_000);
  processes.all.set("two", two);
  expect(processes.sees("two")).toEqual({ ada: "here" });
  await pass(20_000);
  expect(processes.sees("two")).toEqual({ grace: "here" });
});

test("where nobody is, nothing is sent", async () => {
  processes.start("one");
  processes.start("two");
  await pass(300_000);
  // Each has asked, and asked again.
  expect(processes.sent).toHaveLength(4);
});

test("a page's move reaches the process that it is connected to", async () => {
  const [one, two] = [processes.start("one"), processes.start("two")];
  const heard: unknown[] = [];
  two.connect({ told: () => undefined, page: (page) => heard.push(page) });
  one.sayPage({ userId: "7", tab: "abc", away: true });
  await pass(1_000);
  expect(heard).toEqual([{ userId: "7", tab: "abc", away: true }]);
});
