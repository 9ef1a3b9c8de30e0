import { expect, test } from "vitest";
import { continueList, endsInFence, shortcutOf, startsItem } from "./text-edit";

function next(text: string): string | null {
  const edit = continueList(text, text.length);
  return edit && text.slice(0, edit.start) + edit.insert + text.slice(edit.end);
}

test("a new line continues a list with the next number or an unchecked task", () => {
  expect(next("- a")).toBe("- a\n- ");
  expect(next("x\n  * a")).toBe("x\n  * a\n  * ");
  expect(next("9. a")).toBe("9. a\n10. ");
  expect(next("1) a")).toBe("1) a\n2) ");
  expect(next("- [x] a")).toBe("- [x] a\n- [ ] ");
});

test("a new line in an empty item ends the list", () => {
  expect(next("- a\n- ")).toBe("- a\n");
  expect(next("1. ")).toBe("");
});

test("a new line outside a list is plain", () => {
  for (const text of ["a", "-a", "1.a", "", "--- a", "2026 a"]) expect([text, next(text)]).toEqual([text, null]);
});

test("an unfinished code block is recognized by its fences", () => {
  for (const text of ["```", "```js\nx", "a\n```\nb\n```\n```"])
    expect([text, endsInFence(text)]).toEqual([text, true]);
  for (const text of ["", "a ``` b", "```x```", "```\nx\n```"])
    expect([text, endsInFence(text)]).toEqual([text, false]);
});

test("a list starts when the mark of an item is complete", () => {
  for (const text of ["- ", "a\n  * ", "1. ", "- [ ] "])
    expect([text, startsItem(text, text.length)]).toEqual([text, true]);
  for (const text of ["", "-", "- a", "a - "]) expect([text, startsItem(text, text.length)]).toEqual([text, false]);
});

const none = { code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test("shortcuts use Ctrl, on a Mac the command key, and Shift by the key's position", () => {
  const ctrl = { ...none, ctrlKey: true };
  expect(shortcutOf({ ...ctrl, key: "b" }, false, false)).toBe("bold");
  expect(shortcutOf({ ...ctrl, key: "b" }, false, true)).toBeNull();
  expect(shortcutOf({ ...none, metaKey: true, key: "B" }, false, true)).toBe("bold");
  expect(shortcutOf({ ...ctrl, key: "/", code: "Digit7", shiftKey: true }, false, false)).toBe("numbers");
  expect(shortcutOf({ ...ctrl, key: "X", code: "KeyX", shiftKey: true }, false, false)).toBe("strike");
  expect(shortcutOf({ ...ctrl, key: "P", shiftKey: true }, false, false)).toBe("preview");
  expect(shortcutOf({ ...ctrl, key: "b", altKey: true }, false, false)).toBeNull();
});

test("Ctrl+K makes a link only of selected text", () => {
  const press = { ...none, ctrlKey: true, key: "k" };
  expect(shortcutOf(press, true, false)).toBe("link");
  expect(shortcutOf(press, false, false)).toBeNull();
});
