import { expect, test } from "vitest";
import { toRecent, withChoice } from "./recent";

test("a choice moves to the front, without duplicates", () => {
  expect(withChoice(["a", "b", "c"], "b")).toEqual(["b", "a", "c"]);
});

test("old choices fall off the end", () => {
  const many = Array.from({ length: 12 }, (_, index) => `${index}`);
  expect(withChoice(many, "new")).toHaveLength(12);
  expect(withChoice(many, "new")).not.toContain("11");
});

test("invalid stored choices are ignored", () => {
  expect(toRecent(null)).toEqual([]);
  expect(toRecent("a")).toEqual([]);
  expect(toRecent({ a: 1 })).toEqual([]);
  expect(toRecent(["a", 1, null, "b"])).toEqual(["a", "b"]);
});
