import { expect, test } from "vitest";
import { pickerStep } from "./people-picker";

test("the arrow keys wrap around the list, and enter it at its ends", () => {
  expect([pickerStep("ArrowDown", -1, 3), pickerStep("ArrowUp", -1, 3)]).toEqual([0, 2]);
  expect([pickerStep("ArrowDown", 2, 3), pickerStep("ArrowUp", 0, 3)]).toEqual([0, 2]);
  expect([pickerStep("ArrowDown", 0, 3), pickerStep("ArrowUp", 2, 3)]).toEqual([1, 1]);
});

test("other keys do nothing, and no key does anything in an empty list", () => {
  expect([pickerStep("a", 0, 3), pickerStep("ArrowDown", -1, 0)]).toEqual([null, null]);
});
