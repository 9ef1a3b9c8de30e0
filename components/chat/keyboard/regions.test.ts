import { expect, test } from "vitest";
import { nextRegion } from "./regions";

test("F6 goes from region to region and around the ends, and begins at either end", () => {
  expect(nextRegion([true, false, false], 1)).toBe(1);
  expect(nextRegion([false, false, true], 1)).toBe(0);
  expect(nextRegion([true, false, false], -1)).toBe(2);
  expect(nextRegion([false, false, false], 1)).toBe(0);
  expect(nextRegion([false, false, false], -1)).toBe(2);
});
