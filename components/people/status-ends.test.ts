import { expect, test } from "vitest";
import { type ClearAfter, endOf, untilText } from "./status-ends";

// A Wednesday, in any time zone.
const now = new Date(2026, 10, 25, 10, 15);

test.each<[ClearAfter, Date | null]>([
  ["30min", new Date(2026, 10, 25, 10, 45)],
  ["1h", new Date(2026, 10, 25, 11, 15)],
  ["4h", new Date(2026, 10, 25, 14, 15)],
  ["today", new Date(2026, 10, 26)],
  ["week", new Date(2026, 10, 30)],
  ["never", null],
])("%s ends at %s", (after, end) => expect(endOf(after, now)).toEqual(end));

test("a week ends after its Sunday", () => {
  expect(endOf("week", new Date(2026, 10, 29, 23, 59))).toEqual(new Date(2026, 10, 30));
  expect(endOf("week", new Date(2026, 10, 30))).toEqual(new Date(2026, 11, 7));
});

test.each([
  ["2026-11-25T14:30:00Z", "until 14:30"],
  ["2026-11-26T00:00:00Z", "until midnight"],
  ["2026-11-30T00:00:00Z", "through 29 Nov 2026"],
  ["2026-11-27T09:05:00Z", "until 27 Nov 2026, 09:05"],
])("%s is shown as %s", (endsAt, text) =>
  expect(untilText(endsAt, "UTC", new Date("2026-11-25T10:00:00Z"))).toBe(text),
);
