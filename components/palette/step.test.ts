import { expect, test } from "vitest";
import { step } from "./step";

test.each([
  ["ArrowDown", 0, 3, 1],
  ["ArrowDown", 2, 3, 0],
  ["ArrowUp", 0, 3, 2],
  ["Home", 2, 3, 0],
  ["End", 0, 3, 2],
  ["ArrowDown", 0, 0, null],
  ["a", 0, 3, null],
])("%s from %i of %i leads to %s", (key, at, count, place) => {
  expect(step(key, at, count)).toBe(place);
});
