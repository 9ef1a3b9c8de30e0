import { expect, test } from "vitest";
import { areFewAndShort, keywordPattern, toKeywords } from "@/lib/users/keywords";

test("keywords are what stands between commas and line breaks, each once", () => {
  expect(toKeywords(" deploy,On  fire\n, DEPLOY,!!, déploy ,c++")).toEqual(["deploy", "On fire", "c++"]);
  expect(toKeywords("")).toEqual([]);
});

test("there are few, and they are short", () => {
  expect(areFewAndShort(Array.from({ length: 20 }, (_, n) => `word${n}`))).toBe(true);
  expect(areFewAndShort(Array.from({ length: 21 }, (_, n) => `word${n}`))).toBe(false);
  expect(areFewAndShort(["x".repeat(51)])).toBe(false);
});

test("what has a meaning in patterns means itself", () => {
  expect(keywordPattern([])).toBeNull();
  expect(keywordPattern(["c++", "on fire"])).toBe("(^|[^[:alnum:]_])(c\\+\\+|on\\s+fire)($|[^[:alnum:]_])");
});
