import { expect, test } from "vitest";
import { isPaletteKey, isSheetKey, type KeyPress } from "./keys";

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

function press(key: string, modifiers: Partial<KeyPress> = {}): KeyPress {
  return { key, code: "", ...NONE, ...modifiers };
}

test("the palette opens on Ctrl-K, and on a Mac on ⌘-K only", () => {
  expect(isPaletteKey(press("k", { ctrlKey: true }), false)).toBe(true);
  expect(isPaletteKey(press("K", { ctrlKey: true }), false)).toBe(true);
  expect(isPaletteKey(press("k", { metaKey: true }), true)).toBe(true);
  expect(isPaletteKey(press("k", { ctrlKey: true }), true)).toBe(false);
  expect(isPaletteKey(press("k", { metaKey: true }), false)).toBe(false);
});

test("the palette doesn't open on K alone or with other modifiers", () => {
  expect(isPaletteKey(press("k"), false)).toBe(false);
  expect(isPaletteKey(press("k", { ctrlKey: true, shiftKey: true }), false)).toBe(false);
  expect(isPaletteKey(press("k", { ctrlKey: true, altKey: true }), false)).toBe(false);
});

test("on a keyboard without Latin letters, the key in K's position opens the palette", () => {
  expect(isPaletteKey(press("л", { ctrlKey: true, code: "KeyK" }), false)).toBe(true);
  expect(isPaletteKey(press("t", { ctrlKey: true, code: "KeyK" }), false)).toBe(false);
});

test("the shortcuts sheet opens on a question mark, with or without Shift, and on no other combination", () => {
  expect(isSheetKey(press("?", { shiftKey: true }))).toBe(true);
  expect(isSheetKey(press("?"))).toBe(true);
  expect(isSheetKey(press("?", { ctrlKey: true }))).toBe(false);
  expect(isSheetKey(press("/", { shiftKey: true }))).toBe(false);
});
