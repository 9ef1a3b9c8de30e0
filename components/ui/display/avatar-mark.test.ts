import { describe, expect, test } from "vitest";
import { hueOf, initials, markOf } from "./avatar-mark";

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
    expect(markOf("CI")).toEqual(markOf("CI"));
    const marks = new Set(Array.from({ length: 100 }, (_, index) => JSON.stringify(markOf(`webhook ${index}`))));
    expect(marks.size).toBeGreaterThan(95);
    expect(new Set(Array.from({ length: 100 }, (_, index) => hueOf(`${index}`))).size).toBeGreaterThan(15);
  });

  test("has four shapes that stay within its square", () => {
    for (let index = 0; index < 100; index += 1) {
      const { full, faint } = markOf(`webhook ${index}`);
      expect(`${full}${faint}`.match(/M/g)).toHaveLength(4);
      const corners = [...`${full}${faint}`.matchAll(/(\d+) (\d+)(?=[LAz])/g)].flatMap(([, x, y]) => [
        Number(x),
        Number(y),
      ]);
      expect(corners.every((value) => [0, 6, 12, 18, 24].includes(value))).toBe(true);
    }
  });
});
