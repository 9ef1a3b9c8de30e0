import { expect, test } from "vitest";
import { fromFieldValue, sendTimeText } from "./schedule-times";

test("a time is described relative to today in the reader's time zone", () => {
  const now = new Date("2026-11-27T10:00:00Z");
  expect(sendTimeText(new Date("2026-11-27T17:00:00Z"), "UTC", now)).toBe("today at 17:00");
  expect(sendTimeText(new Date("2026-11-27T17:00:00Z"), "Asia/Tokyo", now)).toBe("tomorrow at 02:00");
  expect(sendTimeText(new Date("2026-11-30T09:00:00Z"), "UTC", now)).toBe("30 Nov 2026 at 09:00");
});

test("a chosen time must be in the future, within 120 days", () => {
  const now = new Date(2026, 10, 27, 10);
  expect(fromFieldValue("2026-11-27T10:01", now)).toEqual(new Date(2026, 10, 27, 10, 1));
  expect(fromFieldValue("2026-11-27T10:00", now)).toBe("Choose a time in the future.");
  expect(fromFieldValue("2027-06-01T10:00", now)).toBe("Choose a time within the next 120 days.");
  expect(fromFieldValue("", now)).toBe("Enter a date and a time.");
});
