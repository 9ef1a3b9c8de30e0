import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throttle } from "./throttle";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the first call runs immediately, and later ones run together", () => {
  const act = vi.fn();
  const { add } = throttle<number>(50, act);
  add([1]);
  expect(act.mock.calls).toEqual([[[1]]]);
  for (let n = 2; n <= 20; n += 1) add([n]);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(50);
  expect(act).toHaveBeenCalledTimes(2);
  expect(act.mock.lastCall?.[0]).toHaveLength(19);
  // Later calls wait again.
  add([21]);
  expect(act).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(50);
  expect(act).toHaveBeenLastCalledWith([21]);
});

test("a call after a pause runs immediately", () => {
  const act = vi.fn();
  const { add } = throttle<number>(50, act);
  add([]);
  expect(act).not.toHaveBeenCalled();
  add([1]);
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledTimes(1);
  add([2]);
  expect(act).toHaveBeenLastCalledWith([2]);
});

test("calls wait while it is busy, then run once", () => {
  const act = vi.fn();
  let busy = false;
  const { add } = throttle<number>(50, act, { isBusy: () => busy });
  add([1]);
  busy = true;
  add([2]);
  vi.advanceTimersByTime(200);
  add([3]);
  expect(act).toHaveBeenCalledTimes(1);
  busy = false;
  vi.advanceTimersByTime(200);
  expect(act.mock.calls).toEqual([[[1]], [[2, 3]]]);
});

test("calls continue after a failure", () => {
  const act = vi.fn().mockImplementationOnce(() => {
    throw new Error("no");
  });
  const { add } = throttle<number>(50, act);
  expect(() => add([1])).toThrow("no");
  add([2]);
  vi.advanceTimersByTime(50);
  expect(act).toHaveBeenLastCalledWith([2]);
});

test("calls do nothing once it is stopped", () => {
  const act = vi.fn();
  const { add, stop } = throttle<number>(50, act);
  add([1]);
  add([2]);
  stop();
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledTimes(1);
});

test("the first call can be delayed, even after a pause", () => {
  const act = vi.fn();
  const { add } = throttle<number>(50, act, { delayed: true });
  add([1]);
  add([2]);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(act.mock.calls).toEqual([[[1, 2]]]);
  add([3]);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(50);
  expect(act).toHaveBeenLastCalledWith([3]);
});
