import { expect, test } from "vitest";
import { withTone } from "@/lib/messages/emoji/table/skin-tone";
import { emojiSchema } from "@/lib/messages/schema";
import { loadEmoji } from "./emoji";
import { SKIN_TONES, toneless, toneName } from "./skin-tone";

test("every emoji that has skin tones is accepted by the server in each of them", async () => {
  const toned = (await loadEmoji()).flatMap(({ emoji }) => emoji).filter(({ hasTones }) => hasTones);
  expect(toned.length).toBeGreaterThan(200);
  const variants = toned.flatMap(({ emoji }) => SKIN_TONES.map(({ tone }) => withTone(emoji, tone)));
  expect(variants.filter((each) => !emojiSchema.safeParse(each).success)).toEqual([]);
});

test("a tone replaces the selector, and belongs to the person", () => {
  expect(withTone("✌️", "🏽")).toBe("✌🏽");
  expect(withTone("👩‍💻", "🏿")).toBe("👩🏿‍💻");
  expect(withTone("👍", "")).toBe("👍");
});

test("an emoji is found by any of its variants, and named with its tone", () => {
  expect(toneless("✌🏽")).toBe(toneless("✌️"));
  expect(toneName("👍🏽")).toBe("medium skin tone");
  expect(toneName("👍")).toBeNull();
});
