import { expect, test, vi } from "vitest";
import { inTurn } from "@/lib/in-turn";

const refusal = { code: "rate_limited", message: "Too much." } as const;
const turns = { atOnce: 2, waiting: 2, patience: 10_000, refusal };

/** Work that ends when it is told to. */
function work() {
  let end: (answer: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((resolve, reject) => {
    [end, fail] = [resolve, reject];
  });
  return { run: vi.fn(() => promise), end, fail };
}

test("so many run at once, the next wait in their order, and more are refused", async () => {
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

test("who waits too long is refused, and who gives up leaves their place to others", async () => {
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
