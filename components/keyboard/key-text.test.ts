import { expect, test } from "vitest";
import { keysSpoken, keyText } from "./key-caps";

test("keys read as they are printed on the keyboard at hand", () => {
  expect(["Mod", "Shift", "P"].map((key) => keyText(key, true))).toEqual(["⌘", "⇧", "P"]);
  expect(["Mod", "Shift", "P"].map((key) => keyText(key, false))).toEqual(["Ctrl", "Shift", "P"]);
});

test("signs are said in words", () => {
  expect(keysSpoken(["⌘", "K"])).toBe("Command K");
  expect(keysSpoken(["↑"])).toBe("Up arrow");
});
