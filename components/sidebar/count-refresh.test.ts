import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countRefresh } from "./count-refresh";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  const loads: { at: number; done: (loaded: boolean) => void }[] = [];
  const began = Date.now();
  const refresh = countRefresh(1_000, () => new Promise((done) => loads.push({ at: Date.now() - began, done })));
  return { ...refresh, loads, times: () => loads.map(({ at }) => at) };
}

test("what is urgent is asked for at once, and then at most every second", async () => {
  const { ask, loads, times } = started();
  ask("now");
  await vi.advanceTimersByTimeAsync(10);
  loads[0]?.done(true);
  await vi.advanceTimersByTimeAsync(10);
  ask("now");
  ask("now");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([0, 1_000]);
});

test("what may settle waits a second, however often it happens meanwhile", async () => {
  const { ask, times } = started();
  for (let n = 0; n < 5; n += 1) {
    ask("settled");
    await vi.advanceTimersByTimeAsync(150);
  }
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([1_000]);
});

test("an urgent wish doesn't wait for one that may settle", async () => {
  const { ask, times } = started();
  ask("settled");
  await vi.advanceTimersByTimeAsync(100);
  ask("now");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([100]);
});

test("what happens while counts are on their way makes them be asked for once more", async () => {
  const { ask, loads, times } = started();
  ask("now");
  await vi.advanceTimersByTimeAsync(300);
  ask("settled");
  ask("now");
  loads[0]?.done(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([0, 1_000]);
});

test("what could not be loaded is asked for again, though nothing happens", async () => {
  const { ask, loads, times } = started();
  ask("now");
  await vi.advanceTimersByTimeAsync(300);
  loads[0]?.done(false);
  await vi.advanceTimersByTimeAsync(1_000);
  loads[1]?.done(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([0, 1_300]);
});

test("after its end nothing is asked for", async () => {
  const { ask, stop, times } = started();
  ask("settled");
  stop();
  ask("now");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times()).toEqual([]);
});
