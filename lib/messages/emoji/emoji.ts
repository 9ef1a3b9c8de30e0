import { emojiNamed, LONGEST_NAME } from "@/lib/messages/emoji/table/emoji-named";
import { outsideCode } from "@/lib/messages/markdown/outside-code";

// Several in a row each have their own colons. An extra colon means code such as "Foo::v::bar"; a digit after it, a
// time.
const NAME = String.raw`(?:[a-z0-9+-]|\\?_){1,${LONGEST_NAME}}`;
const SHORTCODES = new RegExp(String.raw`(?<![A-Za-z0-9_:])(?::${NAME}:)+(?!\d|:\S)`, "g");
const SHORTCODE = new RegExp(`:(${NAME}):(?::(skin-tone-[1-6](?:-[2-6])?):)?`, "g");

/**
 * Replaces shortcodes such as `:rocket:` with their emoji. Unknown ones stay, and so do colons in times and numbers. Skin
 * tones, which Slack writes as separate shortcodes, belong to the emoji before them.
 */
export function withEmoji(text: string): string {
  if (!text.includes(":")) return text;
  return text.replace(SHORTCODES, (row) =>
    row.replace(
      SHORTCODE,
      (whole, written: string, tone?: string) => emojiNamed(written.replaceAll("\\", ""), tone) ?? whole,
    ),
  );
}

/** Does the same in Markdown, but leaves code and URLs alone. */
export function markdownWithEmoji(source: string): string {
  return source.includes(":") ? outsideCode(source, withEmoji) : source;
}
