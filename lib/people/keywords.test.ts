import { expect, test } from "vitest";
import { areFewAndShort, toKeywords } from "@/lib/people/schema";

test("keywords are separated by commas and line breaks, without duplicates", () => {
  expect(toKeywords(" deploy,On  fire\n, DEPLOY,!!, déploy ,c++")).toEqual(["deploy", "On fire", "c++"]);
  expect(toKeywords("")).toEqual([]);
});

test("the number and length of keywords are limited", () => {
  expect(areFewAndShort(Array.from({ length: 20 }, (_, n) => `word${n}`))).toBe(true);
  expect(areFewAndShort(Array.from({ length: 21 }, (_, n) => `word${n}`))).toBe(false);
  expect(areFewAndShort(["x".repeat(51)])).toBe(false);
});
