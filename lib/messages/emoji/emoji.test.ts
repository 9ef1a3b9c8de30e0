import { expect, test } from "vitest";
import { markdownWithEmoji, withEmoji } from "@/lib/messages/emoji/emoji";
import { expectEffort } from "@/lib/testing/effort";

test.each([
  ["deployed :rocket: :tada:", "deployed 🚀 🎉"],
  [":white_check_mark::x:", "✅❌"],
  [":large_green_circle: :large_red_circle:", "🟢 🔴"],
  [":+1::skin-tone-3::tada: :rocket::skin-tone-3: :+1::skin-tone-9:", "👍🏼🎉 🚀 👍:skin-tone-9:"],
  [":people_holding_hands::skin-tone-2-6: :wave_tone2: :wave_medium_skin_tone:", "🧑🏻‍🤝‍🧑🏿 👋🏼 👋🏽"],
  [":thinking_face: :face_palm: :man-shrugging: :flag-us: :octagonal_sign: :star-struck:", "🤔 🤦 🤷‍♂️ 🇺🇸 🛑 🤩"],
  ["at 10:100:20 and 12:00:00", "at 10:100:20 and 12:00:00"],
  [":no_such_emoji: :constructor: :: :", ":no_such_emoji: :constructor: :: :"],
  ["a:100:b", "a:100:b"],
  ["Foo::v::bar :o:: x :x:: failed", "Foo::v::bar ⭕: x ❌: failed"],
  [":white\\_check\\_mark: done", "✅ done"],
])("%s", (text, shown) => {
  expect(withEmoji(text)).toBe(shown);
});

test.each([
  ["**:rocket:** and `:rocket:` and ``a ` :x:``", "**🚀** and `:rocket:` and ``a ` :x:``"],
  ["```\n:rocket:\n```\n:tada:", "```\n:rocket:\n```\n🎉"],
  ["~~~\n:rocket:\n~~~\n:tada:", "~~~\n:rocket:\n~~~\n🎉"],
  [":tada:\n\n    :rocket:\n\n:tada:", "🎉\n\n    :rocket:\n\n🎉"],
  ["```\n:rocket:", "```\n:rocket:"],
  ["- a\n    - :tada:", "- a\n    - 🎉"],
  ["https://x.y/:x:/z :x:", "https://x.y/:x:/z ❌"],
  ["[:x: a](/:x:/b) <http://x.y/:x:>", "[❌ a](/:x:/b) <http://x.y/:x:>"],
  ["at 10:30:45", "at 10:30:45"],
])("in Markdown, %j becomes %j", (source, shown) => {
  expect(markdownWithEmoji(source)).toBe(shown);
});

test("replacing emoji takes little time for any text", () => {
  for (const part of [
    ":a",
    ":a:",
    "::",
    ":rocket:",
    "`",
    "``",
    "```",
    "~~~",
    "    \n",
    "\n\n    a",
    "](",
    "<",
    "a://",
    ":\\_",
  ]) {
    const text = part.repeat(60_000 / part.length);
    expectEffort(() => markdownWithEmoji(text), 5, part);
  }
});
