import { expect, test } from "vitest";
import { figure, median, medians, percent, percentile, table, times, versionsTable } from "@/server/bench/load/figures";

test("columns are as wide as their widest cell, with words aligned left and figures right", () => {
  expect(table(["who", "posts/s"], [["16 connections"], ["the ceiling", "12,724"], ["a", "1"]])).toBe(
    [
      "who          posts/s",
      "────────────────────",
      "",
      "16 connections",
      "the ceiling   12,724",
      "a                  1",
    ].join("\n"),
  );
});

test("the columns of all sections become one table of versions, with a dash for what wasn't measured", () => {
  const columns = [
    { heading: "Of the ceiling", cells: { empty: "7 %", Parley: "40 %" } },
    { heading: "Readers", cells: { Parley: "12 · 30" } },
  ];
  expect(versionsTable(columns).split("\n")).toEqual([
    "| Version | Of the ceiling | Readers |",
    "| --- | --- | --- |",
    "| empty | 7 % | – |",
    "| Parley | 40 % | 12 · 30 |",
  ]);
});

test("figures are rounded to about three digits, and a missing one is a dash", () => {
  expect([12_724.4, 99.96, 12.34, 0.456, 0].map(figure)).toEqual(["12,724", "100.0", "12.3", "0.46", "0.00"]);
  expect([figure(Number.NaN), percent(Number.NaN), times(Number.POSITIVE_INFINITY)]).toEqual(["–", "–", "–"]);
  expect([percent(0.534), times(2.5)]).toEqual(["53 %", "2.50 ×"]);
});

const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

test("a percentile is one of the measured values", () => {
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile(Float64Array.from(hundred), 1)).toBe(100);
  expect(percentile([7], 0.01)).toBe(7);
});

test("percentile and median of no values are NaN", () => {
  expect(percentile([], 0.5)).toBeNaN();
  expect(median([])).toBeNaN();
});

test("the median doesn't depend on the order of the values and doesn't change it", () => {
  const values = [30, 1, 2];
  expect(median(values)).toBe(2);
  expect(values).toEqual([30, 1, 2]);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test("each field's median covers the rounds that have a value for it", () => {
  const rounds = [
    { posts: 10, wal: Number.NaN },
    { posts: 30, wal: 5 },
    { posts: 20, wal: Number.NaN },
  ];
  expect(medians(rounds, ["posts", "wal"])).toEqual({ posts: 20, wal: 5 });
  expect(medians([{ wal: Number.NaN }], ["wal"]).wal).toBeNaN();
});
