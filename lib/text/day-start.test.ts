import { expect, test } from "vitest";
import { todayStart } from "@/lib/text/day-start";

test.each([
  ["UTC", "2026-11-28T13:00:00Z", "2026-11-28T00:00:00Z"],
  ["America/Los_Angeles", "2026-11-28T07:59:00Z", "2026-11-27T08:00:00Z"],
  ["Asia/Kolkata", "2026-11-28T18:30:00Z", "2026-11-28T18:30:00Z"],
  ["Europe/Berlin", "2026-03-29T12:00:00Z", "2026-03-28T23:00:00Z"],
  ["Not/A_Zone", "2026-01-02T03:00:00Z", "2026-01-02T00:00:00Z"],
])("today in %s at %s began at %s", (zone, now, start) => {
  expect(todayStart(zone, new Date(now))).toEqual(new Date(start));
});
