import { expect, test, vi } from "vitest";
import { inTurn, takeSlot } from "@/lib/in-turn";

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
