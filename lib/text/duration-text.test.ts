import { expect, test } from "vitest";
import { durationText } from "./duration-text";

test.each([
  [-1, "under a minute"],
  [59, "under a minute"],
  [60, "1 min"],
  [2_520, "42 min"],
  [3_600, "1 h"],
  [3_900, "1 h 5 min"],
  [86_400 + 300, "1 day"],
  [3 * 86_400 + 4 * 3_600 + 59 * 60, "3 days 4 h"],
])("%s seconds are “%s”", (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
