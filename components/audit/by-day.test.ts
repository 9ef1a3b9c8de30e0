import { expect, test } from "vitest";
import { byDay } from "./audit-days";

const entries = ["2026-11-21T00:30:00Z", "2026-11-20T23:30:00Z", "2026-11-20T01:00:00Z"].map((createdAt) => ({
  createdAt,
}));

test("entries are grouped by day in the reader's time zone", () => {
  const days = (zone: string) => byDay(entries, zone).map(({ key, entries }) => [key, entries.length]);
  expect(days("UTC")).toEqual([
    ["2026-11-21", 1],
    ["2026-11-20", 2],
  ]);
  expect(days("Europe/Berlin")).toEqual([
    ["2026-11-21", 2],
    ["2026-11-20", 1],
  ]);
  expect(byDay([], "UTC")).toEqual([]);
});
