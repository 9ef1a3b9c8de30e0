import { expect, test } from "vitest";
import { figure, percent, table, times } from "@/server/bench/figures/table";

test("columns are as wide as their widest cell, words on the left and figures on the right", () => {
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

test("figures are rounded to what can be told apart, and what wasn't measured is a dash", () => {
  expect([12_724.4, 99.96, 12.34, 0.456, 0].map(figure)).toEqual(["12,724", "100.0", "12.3", "0.46", "0.00"]);
  expect([figure(Number.NaN), percent(Number.NaN), times(Number.POSITIVE_INFINITY)]).toEqual(["–", "–", "–"]);
  expect([percent(0.534), times(2.5)]).toEqual(["53 %", "2.50 ×"]);
});
