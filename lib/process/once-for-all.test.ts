import { expect, test, vi } from "vitest";
import { onceForAll } from "@/lib/process/once-for-all";

/** A task that ends on demand, and the signal that it got. */
function work() {
  let end: (answer: string) => void = () => undefined;
  const promise = new Promise<string>((resolve) => {
    end = resolve;
  });
  const signals: AbortSignal[] = [];
  const run = vi.fn((signal: AbortSignal) => {
    signals.push(signal);
    return promise;
  });
  return { run, signals, end: (answer: string) => end(answer) };
}

test("simultaneous calls share one run, and later ones start another", async () => {
  const { run, end } = work();
  const asked = [1, 2, 3].map(() => onceForAll("once", "a", undefined, run));
  const other = onceForAll("once", "b", undefined, async () => "another");
  end("done");
  expect(await Promise.all([...asked, other])).toEqual(["done", "done", "done", "another"]);
  expect(run).toHaveBeenCalledOnce();
  expect(await onceForAll("once", "a", undefined, async () => "again")).toBe("again");
});

test("a run continues while anyone waits, and is aborted when no one does", async () => {
  const { run, end, signals } = work();
  const [first, second] = [new AbortController(), new AbortController()];
  const asked = [first, second].map(({ signal }) => onceForAll("given up", "a", signal, run));
  first.abort();
  await expect(asked[0]).rejects.toMatchObject({ code: "unavailable" });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  second.abort();
  await expect(asked[1]).rejects.toMatchObject({ code: "unavailable" });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  // An aborted run may still be ending when the next call comes.
  const again = onceForAll("given up", "a", undefined, async () => "again");
  end("late");
  expect(await again).toBe("again");
});
