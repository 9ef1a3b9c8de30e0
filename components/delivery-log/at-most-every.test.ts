import { afterEach, expect, test, vi } from "vitest";
import { atMostEvery } from "./at-most-every";

afterEach(() => {
  vi.useRealTimers();
});

test("acts at once, then once a second however often it is called, and never for nothing", () => {
  vi.useFakeTimers();
  const act = vi.fn();
  const { call } = atMostEvery(1000, act);
  for (let each = 0; each < 5; each += 1) call();
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(999);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(act).toHaveBeenCalledTimes(2);
  call();
  expect(act).toHaveBeenCalledTimes(3);
});

test("does nothing more once it is stopped", () => {
  vi.useFakeTimers();
  const act = vi.fn();
  const { call, stop } = atMostEvery(1000, act);
  call();
  call();
  stop();
  vi.advanceTimersByTime(5000);
  expect(act).toHaveBeenCalledTimes(1);
});
