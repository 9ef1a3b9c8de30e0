import { expect, test } from "vitest";
import { READ_SHORTCUTS, readCommand } from "./read-shortcuts";

const names: Record<string, string> = { "↓": "ArrowDown", "↑": "ArrowUp", Esc: "Escape" };

function commandOf(keys: string) {
  const pressed = keys.split("+");
  const key = pressed.at(-1) ?? "";
  return readCommand({
    key: names[key] ?? key,
    altKey: pressed.includes("Alt"),
    shiftKey: pressed.includes("Shift"),
    ctrlKey: pressed.includes("Ctrl"),
    metaKey: false,
  });
}

test("each shortcut in the list has its own command", () => {
  expect(READ_SHORTCUTS.map(({ keys }) => commandOf(keys))).toEqual([
    "below",
    "above",
    "next",
    "previous",
    "catch-up",
    "all",
  ]);
});

test("other keys, and the same ones with Ctrl, do nothing", () => {
  for (const keys of ["↓", "Ctrl+Alt+↓", "Shift+↓", "Ctrl+Esc", "Alt+Esc", "Ctrl+Alt+Shift+↓", "a"]) {
    expect(commandOf(keys)).toBeNull();
  }
});
