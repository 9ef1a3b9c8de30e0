import { expect, test } from "vitest";
import { keyCommand } from "./message-keys";

const press = (key: string, more: { code?: string; ctrlKey?: boolean; shiftKey?: boolean } = {}) =>
  keyCommand({ key, code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

test("letters on a focused message are commands, in either case", () => {
  expect(["r", "t", "e", "q", "c", "p", "m"].map((key) => press(key))).toEqual([
    "react",
    "reply",
    "edit",
    "quote",
    "copy",
    "pin",
    "unread",
  ]);
  expect(press("R", { shiftKey: true })).toBe("react");
  expect([press("Delete"), press("Backspace")]).toEqual(["delete", "delete"]);
});

test("on a keyboard without Latin letters, the key in the letter's position counts", () => {
  expect(press("к", { code: "KeyR" })).toBe("react");
  expect(press("z", { code: "KeyY" })).toBe("none");
});

test("other characters do nothing, and other keys keep their meaning", () => {
  expect([press("x"), press("1"), press("@")]).toEqual(["none", "none", "none"]);
  for (const key of [" ", "?", "Enter", "ArrowDown", "Escape", "Tab", "F6"]) expect(press(key), key).toBeNull();
  expect(press("c", { ctrlKey: true })).toBeNull();
});
