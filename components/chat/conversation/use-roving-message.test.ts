import { expect, test } from "vitest";
import { rovingStep } from "./use-roving-message";

const press = (key: string, modifiers: Partial<Record<"altKey" | "ctrlKey" | "metaKey" | "shiftKey", boolean>> = {}) =>
  rovingStep({ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...modifiers });

test("arrow and page keys move between messages, Home and End to the first and last", () => {
  expect(["ArrowUp", "PageUp", "ArrowDown", "PageDown", "Home", "End"].map((key) => press(key))).toEqual([
    -1,
    -1,
    1,
    1,
    "first",
    "last",
  ]);
  expect([press("Home", { ctrlKey: true }), press("End", { ctrlKey: true })]).toEqual(["first", "last"]);
});

test("other keys and key combinations do nothing", () => {
  expect([press("a"), press("Enter"), press(" ")]).toEqual([null, null, null]);
  expect(press("ArrowUp", { altKey: true })).toBeNull();
  expect(press("PageDown", { ctrlKey: true })).toBeNull();
  expect(press("End", { shiftKey: true })).toBeNull();
  expect(press("ArrowDown", { metaKey: true })).toBeNull();
});
