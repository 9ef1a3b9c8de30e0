import { expect, test } from "vitest";
import { compileKeywords } from "@/lib/attention/keywords/matcher";
import { effort } from "@/lib/testing/effort";

const matches = (keyword: string, ...texts: string[]) =>
  compileKeywords([{ id: 1n, keywords: [keyword] }])(texts).size === 1;

test("a keyword is found as a whole word, ignoring case", () => {
  expect(matches("fire", "On FIRE!")).toBe(true);
  expect(matches("Fire", "fire")).toBe(true);
  expect(matches("fire", "fireside", "onfire", "fire_1", "2fire")).toBe(false);
  expect(matches("Ёлка", "это ёлка.")).toBe(true);
  expect(matches("ёл", "это ёлка.")).toBe(false);
  expect(matches("𝒜", "x𝒜", "𝒜x")).toBe(false);
});

test("any white space can separate a keyword's words, even a line break", () => {
  expect(matches("on fire", "we are on\n  fire")).toBe(true);
  expect(matches("on fire", "on, fire", "onfire", "on fires", "ton fire")).toBe(false);
  expect(matches("on fire", "on", "fire")).toBe(false);
});

test("all other characters of a keyword are literal, and count for its word boundaries", () => {
  expect(matches("c++", "written in C++, mostly")).toBe(true);
  expect(matches("c++", "c+", "c++x", "abc++")).toBe(false);
  expect(matches(".net", "all .NET")).toBe(true);
  expect(matches(".net", "asp.net", "net")).toBe(false);
  expect(matches("a.*b", "axxb")).toBe(false);
  expect(matches("$5 (off)", "now $5 (off)!")).toBe(true);
  expect(matches("fire fire", "fire fire fire")).toBe(true);
});

test("everyone's keywords are found at once, each with its people", () => {
  const match = compileKeywords([
    { id: 1n, keywords: ["deploy", "on fire"] },
    { id: 2n, keywords: ["Deploy"] },
    { id: 3n, keywords: ["fire"] },
    { id: 4n, keywords: [] },
  ]);
  const found = (...texts: string[]) => Array.from(match(texts), ({ userIds }) => userIds);
  expect(found("The deploy", "is on fire, on fire")).toEqual([[1n, 2n], [1n], [3n]]);
  expect(found("The deploy")).toEqual([[1n, 2n]]);
  expect(found()).toEqual([]);
});

test("the cost of a text doesn't depend on the number of keywords", () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, n) => {
      return { id: BigInt(n), keywords: Array.from({ length: 20 }, (__, k) => `word${n} of${k}`) };
    });
  const text = "the deploy of deploy failed on fire ".repeat(200);
  const cost = (count: number) => {
    const match = compileKeywords(people(count));
    // Long enough that collecting the garbage of the compilation hardly counts.
    return effort(() => Array.from({ length: 200 }, () => match([text])));
  };
  expect(cost(1_000)).toBeLessThan(5 * cost(8) + 1);
});
