import { expect, test } from "vitest";
import { localTimeText } from "./profile-card";

const now = new Date("2026-11-23T12:32:00Z");

test.each([
  [120, 0, "14:32, 2 hours ahead of you"],
  [60, 120, "13:32, 1 hour behind you"],
  [330, 0, "18:02, 5 hours 30 minutes ahead of you"],
  [-300, 60, "07:32, 6 hours behind you"],
  [45, 0, "13:17, 45 minutes ahead of you"],
  [60, 60, "13:32, the same as yours"],
])("at an offset of %s minutes, a reader at %s sees %s", (offset, own, text) => {
  expect(localTimeText(now, offset, own)).toBe(text);
});
