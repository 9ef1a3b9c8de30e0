import { nameToEmoji } from "gemoji";
import { outsideCode } from "@/lib/messages/markdown/outside-code";

// Several in a row each have their own colons. An extra colon means code such as "Foo::v::bar"; a digit after it, a
// time.
const SHORTCODES = /(?<![A-Za-z0-9_:])(?::(?:[a-z0-9+-]|\\?_){1,40}:)+(?!\d|:\S)/g;
const SHORTCODE = /:((?:[a-z0-9+-]|\\?_){1,40}):(?::skin-tone-[2-6]:)?/g;

/**
 * Replaces shortcodes such as `:rocket:` with their emoji. Unknown ones stay, and so do colons in times and numbers.
 * Skin tones, which Slack writes as separate shortcodes, are removed.
 */
export function withEmoji(text: string): string {
  if (!text.includes(":")) return text;
  return text.replace(SHORTCODES, (row) =>
    row.replace(SHORTCODE, (whole, written: string) => {
      const name = written.replaceAll("\\", "");
      return find(name) ?? find(name.replace(/^large_/, "")) ?? whole;
    }),
  );
}

/** Does the same in Markdown, but leaves code and URLs alone. */
export function markdownWithEmoji(source: string): string {
  return source.includes(":") ? outsideCode(source, withEmoji) : source;
}

function find(name: string): string | undefined {
  return Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined;
}
