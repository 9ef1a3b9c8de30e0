import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OFFERED_EMOJI } from "@/lib/messages/emoji/table/table";
import { expectEffort } from "@/lib/testing/effort";
import { withSigns } from "./signs";

/** Marks what is shown in the signs' font with brackets. */
const shown = (text: string) =>
  renderToStaticMarkup(withSigns(text)).replaceAll('<span class="font-signs">', "[").replaceAll("</span>", "]");

test.each([
  ["with ❤️ and 3️⃣", "with [❤️] and [3️⃣]"],
  ["❤️❤️ ⚠️x", "[❤️❤️] [⚠️]x"],
  ["❤️‍🔥 👩‍⚕️ 🏳️‍🌈 👁️‍🗨️ 🕵🏽‍♀️", "[❤️‍🔥] [👩‍⚕️] [🏳️‍🌈] [👁️‍🗨️] [🕵🏽‍♀️]"],
  ["☝🏽 👍🏽 🚀 🇳🇴 👨‍👩‍👧", "[☝🏽] [👍🏽] 🚀 🇳🇴 👨‍👩‍👧"],
  ["→ 75 % #7 *fast* © ® ™ 2026 ✔ ⚠ ↗ 🛠 ❤", "→ 75 % #7 *fast* © ® ™ 2026 ✔ ⚠ ↗ 🛠 ❤"],
  ["✔\uFE0E 7\uFE0E", "✔\uFE0E 7\uFE0E"],
])("%j is shown as %j", (text, html) => {
  expect(shown(text)).toBe(html);
});

test("every emoji that isn't one by its characters alone is a sign", () => {
  const all = [...OFFERED_EMOJI.values()].flat().map(({ emoji }) => emoji);
  const signs = all.filter((emoji) => shown(emoji) !== emoji);
  expect(signs.filter((emoji) => shown(emoji) !== `[${emoji}]`)).toEqual([]);
  const plainParts = (emoji: string) => /(?!\p{Emoji_Presentation})\p{Emoji}/u.test(emoji);
  expect(signs).toEqual(all.filter(plainParts));
});

test("signs take little time to find in any text", () => {
  for (const part of ["7", "❤️", "❤", "❤\u200D", "👩\u200D", "7️⃣ ", "👍🏽", "\u200D\uFE0F"]) {
    expectEffort(() => withSigns(part.repeat(20_000 / part.length)), 25, part);
  }
});
