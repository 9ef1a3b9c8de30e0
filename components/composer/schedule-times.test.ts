import { expect, test } from "vitest";
import { fromFieldValue, sendTimes, sendTimeText, toFieldValue } from "./schedule-times";

const texts = (now: Date) => sendTimes(now).map(({ label, at }) => `${label} ${toFieldValue(at)}`);

test("offers later today, tomorrow and Monday by the browser's clock", () => {
  // A Friday.
  expect(texts(new Date(2026, 10, 27, 10, 30))).toEqual([
    "Later today 2026-11-27T13:00",
    "Tomorrow 2026-11-28T09:00",
    "Monday 2026-11-30T09:00",
  ]);
});

test("later today is at least an hour away, and isn't offered in the evening", () => {
  expect(texts(new Date(2026, 10, 27, 12, 1))[0]).toBe("Later today 2026-11-27T17:00");
  expect(texts(new Date(2026, 10, 27, 19, 1))).toEqual(["Tomorrow 2026-11-28T09:00", "Monday 2026-11-30T09:00"]);
});

test("Monday is the next one, and isn't offered on a Sunday, when it's tomorrow", () => {
  expect(texts(new Date(2026, 10, 30, 21))).toEqual(["Tomorrow 2026-12-01T09:00", "Monday 2026-12-07T09:00"]);
  expect(texts(new Date(2026, 10, 29, 21))).toEqual(["Tomorrow 2026-11-30T09:00"]);
});

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
