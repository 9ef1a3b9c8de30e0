import { describe, expect, it } from "vitest";
import { holdsWords, searchWords } from "./search-words";

const zoe = "Zoë Washburne zoe@example.com";
const hoban = "Hoban Washburne wash@example.com";

describe("holdsWords", () => {
  it("finds a name without its accents and case", () => {
    expect(holdsWords(zoe, searchWords("ZOE"))).toBe(true);
    expect(holdsWords(hoban, searchWords("ZOE"))).toBe(false);
  });

  it("wants every word, in any order", () => {
    expect(holdsWords(hoban, searchWords("washburne wash@"))).toBe(true);
    expect(holdsWords(zoe, searchWords("washburne wash@"))).toBe(false);
  });

  it("finds no words in an empty search, and none in every text", () => {
    expect(searchWords("  ")).toEqual([]);
    expect(holdsWords(zoe, [])).toBe(true);
  });
});
