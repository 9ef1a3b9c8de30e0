import { expect, test } from "vitest";
import { moved, without } from "./list-edits";

test("an item moves by one place, and not beyond the ends", () => {
  expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});

test("an item goes, and the others stay in order", () => expect(without(["a", "b", "c"], 1)).toEqual(["a", "c"]));
