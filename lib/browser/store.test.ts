import { expect, test, vi } from "vitest";
import { emitter, store } from "./store";

test("a store notifies its subscribers of every new value", () => {
  const count = store(0);
  const values: number[] = [];
  const stop = count.subscribe(() => values.push(count.get()));
  count.set(1);
  count.set(2);
  stop();
  count.set(3);
  expect([values, count.get()]).toEqual([[1, 2], 3]);
});

test("an emitter starts with its first subscriber, stops with its last, and can start again", () => {
  const stop = vi.fn();
  const start = vi.fn(() => stop);
  const { subscribe } = emitter(start);
  const [first, second] = [subscribe(() => {}), subscribe(() => {})];
  expect([start.mock.calls.length, stop.mock.calls.length]).toEqual([1, 0]);
  first();
  first();
  expect(stop).not.toHaveBeenCalled();
  second();
  expect(stop).toHaveBeenCalledTimes(1);
  subscribe(() => {});
  expect(start).toHaveBeenCalledTimes(2);
});
