import { describe, expect, test } from "vitest";
import { hueOf, initials, markTiles } from "./avatar-mark";

describe("a generated avatar", () => {
  test("has the initials of the first and last word", () => {
    expect(["Ada King Lovelace", "ada", "jean-luc", "éva Ödön", "李 小龙", "  ", "🦊"].map(initials)).toEqual([
      "AL",
      "A",
      "JL",
      "ÉÖ",
      "李小",
      "?",
      "?",
    ]);
  });

  test("is the same for the same seed, and rarely for another", () => {
    expect(markTiles("CI")).toEqual(markTiles("CI"));
    const marks = new Set(Array.from({ length: 100 }, (_, index) => JSON.stringify(markTiles(`webhook ${index}`))));
    expect(marks.size).toBeGreaterThan(95);
    expect(new Set(Array.from({ length: 100 }, (_, index) => hueOf(`${index}`))).size).toBeGreaterThan(15);
  });
});
