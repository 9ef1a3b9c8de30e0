import { expect, test } from "vitest";
import { median, medians, percentile } from "@/server/bench/figures/statistics";

const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

test("a percentile is a value that was measured", () => {
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile(Float64Array.from(hundred), 1)).toBe(100);
  expect(percentile([7], 0.01)).toBe(7);
});

test("of nothing there is neither a percentile nor a median", () => {
  expect(percentile([], 0.5)).toBeNaN();
  expect(median([])).toBeNaN();
});

test("the median is the middle of the values in whatever order they come, and leaves them as they are", () => {
  const values = [30, 1, 2];
  expect(median(values)).toBe(2);
  expect(values).toEqual([30, 1, 2]);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test("each field has its own median, over the rounds that know it", () => {
  const rounds = [
    { posts: 10, wal: Number.NaN },
    { posts: 30, wal: 5 },
    { posts: 20, wal: Number.NaN },
  ];
  expect(medians(rounds, ["posts", "wal"])).toEqual({ posts: 20, wal: 5 });
  expect(medians([{ wal: Number.NaN }], ["wal"]).wal).toBeNaN();
});
