import { expect, test } from "vitest";
import { readAt } from "./time-format";

test("the time of reading includes the date unless it was today", () => {
  const now = new Date("2026-11-23T20:00:00Z");
  expect(readAt(new Date("2026-11-23T14:05:00Z"), now, "UTC")).toBe("14:05");
  expect(readAt(new Date("2026-11-22T14:05:00Z"), now, "UTC")).toBe("22 Nov 2026, 14:05");
});
