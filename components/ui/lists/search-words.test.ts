import { describe, expect, test } from "vitest";
import { holdsWords, searchWords } from "./search-words";

const zoe = "Zoë Washburne zoe@example.com";
const hoban = "Hoban Washburne wash@example.com";

describe("holdsWords", () => {
  test("finds a name without its accents and case", () => {
    expect(holdsWords(zoe, searchWords("ZOE"))).toBe(true);
    expect(holdsWords(hoban, searchWords("ZOE"))).toBe(false);
  });

  test("requires every word, in any order", () => {
    expect(holdsWords(hoban, searchWords("washburne wash@"))).toBe(true);
    expect(holdsWords(zoe, searchWords("washburne wash@"))).toBe(false);
  });

  test("finds no words in an empty search, which every text matches", () => {
    expect(searchWords("  ")).toEqual([]);
    expect(holdsWords(zoe, [])).toBe(true);
  });
});
