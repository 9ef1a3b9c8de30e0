import { expect, test } from "vitest";
import { lastedText } from "./lasted";

test.each([
  [0, "0 s"],
  [12_400, "12 s"],
  [59_600, "1 min"],
  [42 * 60_000, "42 min"],
  [60 * 60_000, "1 h"],
  [65 * 60_000, "1 h 5 min"],
  [24 * 3_600_000, "1 day"],
  [76 * 3_600_000 + 60_000, "3 days 4 h"],
])("%i milliseconds are %s", (milliseconds, text) => expect(lastedText(milliseconds)).toBe(text));
