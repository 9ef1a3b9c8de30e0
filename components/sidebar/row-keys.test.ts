import { expect, test } from "vitest";
import { rowCommand } from "./row-keys";

const NONE = { code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test("arrows move between rows, and the keys of context menus open the row's menu", () => {
  const of = (key: string, modifiers = {}) => rowCommand({ ...NONE, key, ...modifiers }, false);
  expect(["ArrowUp", "ArrowDown", "Home", "End"].map((key) => of(key))).toEqual(["up", "down", "first", "last"]);
  expect([of("ContextMenu"), of("F10", { shiftKey: true })]).toEqual(["menu", "menu"]);
  expect([of("F10"), of("a"), of("ArrowDown", { altKey: true }), of("ArrowDown", { ctrlKey: true })]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test("Alt+Shift with an arrow moves a section, but not a channel", () => {
  const press = { ...NONE, altKey: true, shiftKey: true };
  expect(rowCommand({ ...press, key: "ArrowUp" }, true)).toBe("move-up");
  expect(rowCommand({ ...press, key: "ArrowDown" }, true)).toBe("move-down");
  expect(rowCommand({ ...press, key: "ArrowDown" }, false)).toBeNull();
});
