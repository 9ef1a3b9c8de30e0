import { expect, test, vi } from "vitest";
import { inTurn, takeSlot, takeTurn, waitingFor } from "@/lib/process/in-turn";
import { RecentUse } from "@/lib/process/recent-use";

const refusal = { code: "rate_limited", message: "Too much." } as const;
const turns = { atOnce: 2, waiting: 2, patience: 10_000, refusal };

/** A task that ends on demand. */
function work() {
  let end: (answer: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((resolve, reject) => {
    [end, fail] = [resolve, reject];
  });
  return { run: vi.fn(() => promise), end, fail };
}

test("a limited number run at once, others wait in order, and the rest are refused", async () => {
  const works = Array.from({ length: 5 }, work);
  const all = works.map(({ run }) => inTurn("one", turns, run));
  await expect(all[4]).rejects.toMatchObject({ ...refusal, retryAfter: 1 });
  expect(works.map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 0, 0, 0]);
  works[1]?.fail(new Error("broken"));
  await expect(all[1]).rejects.toThrow("broken");
  expect(works.map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 1, 0, 0]);
  for (const each of works) each.end("done");
  expect(await Promise.all([all[0], all[2], all[3]])).toEqual(["done", "done", "done"]);
  expect(await inTurn("one", turns, async () => "again")).toBe("again");
});

test("waiting too long is refused, and giving up leaves the queue to others", async () => {
  const first = work();
  const tight = { ...turns, atOnce: 1, waiting: 1 };
  const running = inTurn("two", tight, first.run);
  const late = vi.fn(async () => "late");
  await expect(inTurn("two", { ...tight, patience: 1 }, late)).rejects.toMatchObject(refusal);
  const abandoned = new AbortController();
  const waiting = inTurn("two", { ...tight, signal: abandoned.signal }, late);
  abandoned.abort();
  await expect(waiting).rejects.toMatchObject({ code: "unavailable" });
  const next = inTurn("two", tight, async () => "next");
  first.end("done");
  expect([await running, await next, late.mock.calls.length]).toEqual(["done", "next", 0]);
});

/** Waits for a turn of `by`, and adds it to `order` when it starts. */
function asking(name: string, order: string[], limits: Partial<typeof turns> & { each?: number }) {
  return (by: string) => {
    const { run, end } = work();
    const begun = vi.fn(() => {
      order.push(by);
      return run();
    });
    return { end, answer: inTurn(name, { ...turns, ...limits, by }, begun) };
  };
}

test("one person's many tasks delay another's by one", async () => {
  const order: string[] = [];
  const ask = asking("three", order, { atOnce: 1, waiting: 10 });
  const many = Array.from({ length: 4 }, () => ask("many"));
  const others = [ask("one"), ask("other"), ask("one")];
  for (const { end } of [...many, ...others]) end("done");
  await Promise.all([...many, ...others].map(({ answer }) => answer));
  expect(order).toEqual(["many", "one", "other", "many", "one", "many", "many"]);
});

test("each person can only run a limited number at once, even if no one else waits", async () => {
  const order: string[] = [];
  const ask = asking("four", order, { atOnce: 3, waiting: 10, each: 2 });
  const many = Array.from({ length: 4 }, () => ask("many"));
  const other = ask("other");
  other.end("done");
  await other.answer;
  expect(order).toEqual(["many", "many", "other"]);
  for (const { end } of many) end("done");
  await Promise.all(many.map(({ answer }) => answer));
  expect(order).toHaveLength(5);
});

test("if too many wait, the newest task of whoever has the most is refused", async () => {
  const order: string[] = [];
  const ask = asking("five", order, { atOnce: 1, waiting: 3 });
  const many = Array.from({ length: 4 }, () => ask("many"));
  const others = [ask("one"), ask("other")];
  // The newest task of whoever would tie for the most is refused.
  await expect(ask("one").answer).rejects.toMatchObject(refusal);
  for (const { end } of [...many, ...others]) end("done");
  const outcomes = await Promise.allSettled(many.map(({ answer }) => answer));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "rejected"]);
  expect(await Promise.all(others.map(({ answer }) => answer))).toEqual(["done", "done"]);
});

/** A line of one at a time in which every task works for `milliseconds` of a clock that only tasks move. */
function startLine(name: string, limits: { each?: number; atOnce?: number } = {}) {
  const clock = { time: 0 };
  const now = () => clock.time;
  const use = new RecentUse({ now, worked: now });
  const order: string[] = [];
  const ask = async (by: string, milliseconds: number) => {
    const end = await takeTurn(name, { atOnce: 1, waiting: 100, patience: 10_000, by, use, ...limits });
    order.push(by);
    clock.time += milliseconds;
    // Whoever asks while this runs waits.
    await new Promise(setImmediate);
    end?.();
  };
  return { ask, order, clock, use };
}

test("whoever has used the least is next: thirty of a busy person's wait for one of another's", async () => {
  const { ask, order } = startLine("six");
  const busy = Array.from({ length: 31 }, () => ask("busy", 50));
  await Promise.all([...busy, ask("other", 1), ask("other", 1)]);
  expect(order.slice(0, 4)).toEqual(["busy", "other", "other", "busy"]);
  expect(order).toHaveLength(33);
});

test("between two busy people, the one whose tasks take longer gets fewer turns", async () => {
  const { ask, order } = startLine("seven");
  const all = Array.from({ length: 40 }, () => [ask("long", 90), ask("short", 10)]);
  await Promise.all(all.flat());
  const early = order.slice(0, 20);
  expect(early.filter((by) => by === "short").length).toBeGreaterThan(3 * early.filter((by) => by === "long").length);
});

test("whoever has used much runs one at a time, until that fades", async () => {
  const { ask, clock, use } = startLine("eight", { atOnce: 10, each: 3 });
  const turns = { atOnce: 10, waiting: 10, patience: 10_000, by: "busy", each: 3, use };
  await ask("busy", 2_000);
  const first = await takeTurn("eight", turns);
  const second = takeTurn("eight", turns);
  expect(waitingFor("eight")).toBe(1);
  const other = await takeTurn("eight", { ...turns, by: "other" });
  first?.();
  (await second)?.();
  other?.();
  clock.time += 60_000;
  const ends = await Promise.all([1, 2, 3].map(() => takeTurn("eight", turns)));
  expect(waitingFor("eight")).toBe(0);
  for (const end of ends) end?.();
});

test("a turn that is ended twice makes room for one", async () => {
  const turns = { atOnce: 1, waiting: 2, patience: 10_000 };
  const first = await takeTurn("nine", turns);
  const [second, third] = [takeTurn("nine", turns), takeTurn("nine", turns)];
  first?.();
  first?.();
  expect(waitingFor("nine")).toBe(1);
  (await second)?.();
  (await third)?.();
});

test("whoever rests after a turn doesn't run, and others do", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const turns = { atOnce: 1, waiting: 10, patience: 10_000, by: "busy" };
  const first = await takeTurn("ten", turns);
  const [again, other] = [takeTurn("ten", turns), takeTurn("ten", { ...turns, by: "other" })];
  first?.(500);
  (await other)?.();
  expect(waitingFor("ten")).toBe(1);
  vi.advanceTimersByTime(500);
  expect(waitingFor("ten")).toBe(0);
  (await again)?.();
  vi.useRealTimers();
});

test("above the limit the oldest slot is lost, and released slots don't count", () => {
  const lost = vi.fn();
  const [leaveFirst] = ["first", "second", "third"].map((name) => takeSlot("a", 3, () => lost(name)));
  leaveFirst?.();
  takeSlot("a", 3, () => lost("fourth"));
  takeSlot("b", 3, () => lost("elsewhere"));
  expect(lost).not.toHaveBeenCalled();
  takeSlot("a", 3, () => lost("fifth"));
  takeSlot("a", 3, () => lost("sixth"));
  expect(lost.mock.calls).toEqual([["second"], ["third"]]);
  takeSlot("a", 1, () => lost("seventh"));
  expect(lost.mock.calls.slice(2)).toEqual([["fourth"], ["fifth"], ["sixth"]]);
});
