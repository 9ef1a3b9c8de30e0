import { expect, test } from "vitest";
import { withEmoji } from "@/lib/webhooks/dialects/emoji";

test.each([
  ["deployed :rocket: :tada:", "deployed 🚀 🎉"],
  [":white_check_mark::x:", "✅❌"],
  [":large_green_circle: :+1::skin-tone-3:", "🟢 👍"],
  ["at 10:100:20 and 12:00:00", "at 10:100:20 and 12:00:00"],
  [":no_such_emoji: :constructor: :: :", ":no_such_emoji: :constructor: :: :"],
  ["a:100:b", "a:100:b"],
])("%s", (text, shown) => {
  expect(withEmoji(text)).toBe(shown);
});
