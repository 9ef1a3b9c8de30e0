import { expect, test } from "vitest";
import { onEnter, pickerStep, rowAt } from "./use-pick";

test("the arrow keys wrap around the list, and enter it at its ends", () => {
  expect([pickerStep("ArrowDown", -1, 3), pickerStep("ArrowUp", -1, 3)]).toEqual([0, 2]);
  expect([pickerStep("ArrowDown", 2, 3), pickerStep("ArrowUp", 0, 3)]).toEqual([0, 2]);
  expect([pickerStep("ArrowDown", 0, 3), pickerStep("ArrowUp", 2, 3)]).toEqual([1, 1]);
});

test("other keys do nothing, and no key does anything in an empty list", () => {
  expect([pickerStep("a", 0, 3), pickerStep("ArrowDown", -1, 0)]).toEqual([null, null]);
});

test("a search highlights its first match until an arrow key highlights another; without a search no row is", () => {
  expect([rowAt(null, "ada", 3), rowAt(null, "ada", 0), rowAt(null, " ", 3)]).toEqual([0, -1, -1]);
  expect([rowAt(2, "ada", 3), rowAt(2, "ada", 1), rowAt(1, "", 3)]).toEqual([2, 0, 1]);
});

test("Enter picks the highlighted row, and Enter on the chosen one, or without a search, goes on", () => {
  expect([onEnter("new", "ada", false), onEnter("new", "", false), onEnter("new", "ada", true)]).toEqual([
    "pick",
    "pick",
    "pick",
  ]);
  expect([onEnter("chosen", "ada", true), onEnter(null, "", false), onEnter(null, " ", true)]).toEqual([
    "go-on",
    "go-on",
    "go-on",
  ]);
});

test("Enter waits for the search's answer, and does nothing once that found nothing", () => {
  expect([onEnter(null, "ada", true), onEnter(null, "ada", false)]).toEqual(["wait", "nothing"]);
});
