import { expect, test } from "vitest";
import { keysSpoken, keyText } from "./key-text";

test("keys are labeled as on the user's keyboard", () => {
  expect(["Mod", "Shift", "P"].map((key) => keyText(key, true))).toEqual(["⌘", "⇧", "P"]);
  expect(["Mod", "Shift", "P"].map((key) => keyText(key, false))).toEqual(["Ctrl", "Shift", "P"]);
});

test("symbols are spelled out for screen readers", () => {
  expect(keysSpoken(["⌘", "K"])).toBe("Command K");
  expect(keysSpoken(["↑"])).toBe("Up arrow");
});
