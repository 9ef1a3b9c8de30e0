import { describe, expect, test } from "vitest";
import { byFrequency, quickEmoji, toUses, usualEmoji } from "./usual-emoji";

describe("the usual emoji", () => {
  test("are the most used ones, and the latest of equally used ones", () => {
    expect(byFrequency(["👀", "🎉", "👍", "🎉", "👍"])).toEqual(["🎉", "👍", "👀"]);
  });

  test("are common ones for someone new, and an emoji becomes usual when it's used twice", () => {
    expect(usualEmoji(3, [])).toEqual(["👍", "✅", "👀"]);
    expect(usualEmoji(3, ["🐙"])).toEqual(["👍", "✅", "👀"]);
    expect(usualEmoji(3, ["🐙", "🐙"])).toEqual(["🐙", "👍", "✅"]);
  });

  test("keep their order as buttons", () => {
    expect(usualEmoji(3, ["👀", "👀", "🐙", "🐙", "🐙"])).toEqual(["👀", "🐙", "👍"]);
    expect(quickEmoji(3, ["👀", "👀", "🐙", "🐙", "🐙"])).toEqual(["👍", "👀", "🐙"]);
  });

  test("ignore invalid stored values", () => {
    for (const stored of [null, "", {}, [1, null]]) expect(toUses(stored)).toEqual([]);
    expect(toUses(["🎉", 3])).toEqual(["🎉"]);
  });
});
