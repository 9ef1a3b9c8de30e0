import { expect, test } from "vitest";
import { isTyped } from "./use-typed-beside";

type Modifiers = Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "altGraph", boolean>>;

const press = (key: string, { altGraph = false, ...modifiers }: Modifiers = {}) =>
  isTyped({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...modifiers,
    getModifierState: (name) => name === "AltGraph" && altGraph,
  });

test("letters, digits, signs and dead keys are typed", () => {
  for (const key of ["a", "Ä", "7", "@", "/", "😀", "Dead", "Process"]) expect(press(key), key).toBe(true);
  expect(press("@", { ctrlKey: true, altKey: true, altGraph: true })).toBe(true);
});

test("shortcuts, navigation keys and Space aren't typed", () => {
  for (const key of [" ", "Enter", "Tab", "Escape", "ArrowUp", "PageDown", "F5", "Shift", "Backspace"]) {
    expect(press(key), key).toBe(false);
  }
  expect(press("k", { ctrlKey: true })).toBe(false);
  expect(press("c", { metaKey: true })).toBe(false);
  expect(press("f", { altKey: true })).toBe(false);
  expect(press("@", { ctrlKey: true, altKey: true })).toBe(false);
});
