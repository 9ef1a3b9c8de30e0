import { expect, test } from "vitest";
import { lengthText, roundedLength } from "./length-hint";

test("the count says what is left or too many, with grouped digits", () => {
  expect(lengthText(1)).toBe("1 left");
  expect(lengthText(0)).toBe("0 left");
  expect(lengthText(-1)).toBe("1 character too long");
  expect(lengthText(-1000)).toBe("1,000 characters too long");
});

test("screen readers hear the count in steps, and exactly once it's too long by a few", () => {
  expect([799, 701, 100, 95, 11, 3, 0].map(roundedLength)).toEqual([800, 800, 100, 100, 20, 10, 0]);
  expect([-1, -9, -15, -99, -250].map(roundedLength)).toEqual([-1, -9, -10, -90, -200]);
});
