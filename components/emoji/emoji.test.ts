import { beforeAll, describe, expect, test } from "vitest";
import { emojiSchema } from "@/lib/messages/schema";
import { type EmojiSection, findEmoji, loadEmoji } from "./emoji";
import { byUse } from "./emoji-use";

let sections: EmojiSection[] = [];
beforeAll(async () => {
  sections = await loadEmoji();
});

describe("the picker's emoji", () => {
  test("are all accepted by the server", () => {
    const all = sections.flatMap((section) => section.emoji);
    expect(all.length).toBeGreaterThan(1500);
    expect(all.filter(({ emoji }) => !emojiSchema.safeParse(emoji).success)).toEqual([]);
  });

  test("have a category", () => {
    expect(sections[0]?.name).toBe("Smileys and Emotion");
    expect(sections).toHaveLength(9);
  });
});

describe("searching emoji", () => {
  const found = (query: string) => findEmoji(sections, query).map(({ emoji }) => emoji);

  test("finds by name, tag and description, the exact name first", () => {
    expect(found("tada")[0]).toBe("🎉");
    expect(found(":+1:")[0]).toBe("👍");
    expect(found("heart")[0]).toBe("❤️");
    expect(found("Party popper")).toContain("🎉");
  });

  test("puts frequently used emoji first", () => {
    expect(found("roc")[0]).toBe("🚀");
    expect(findEmoji(sections, "roc", byUse(["🪨"]))[0]?.emoji).toBe("🪨");
  });

  test("requires every word, and finds nothing for nonsense", () => {
    expect(found("red heart")).toContain("❤️");
    expect(found("xyzzy")).toEqual([]);
  });
});
