import { describe, expect, test } from "vitest";
import { toRecent, withRecent } from "./recent-emoji";

describe("recently used emoji", () => {
  test("are at most sixteen, latest first and without duplicates", () => {
    expect(withRecent(["👀", "🎉"], "🎉")).toEqual(["🎉", "👀"]);
    const many = Array.from({ length: 16 }, (_, n) => `${n}`);
    expect(withRecent(many, "new")).toHaveLength(16);
    expect(withRecent(many, "new")[0]).toBe("new");
  });

  test("are empty if the stored value is invalid", () => {
    for (const stored of [null, "", {}, [1, null]]) expect(toRecent(stored)).toEqual([]);
    expect(toRecent(["🎉", 3])).toEqual(["🎉"]);
  });
});
