import { nameToEmoji } from "gemoji";
import { outsideCode } from "@/lib/messages/markdown/outside-code";

// Several in a row stand between colons of their own. A colon more makes it code such as "Foo::v::bar", a digit a time.
const SHORTCODES = /(?<![A-Za-z0-9_:])(?::(?:[a-z0-9+-]|\\?_){1,40}:)+(?!\d|:\S)/g;
const SHORTCODE = /:((?:[a-z0-9+-]|\\?_){1,40}):(?::skin-tone-[2-6]:)?/g;

/**
 * The text with shortcodes such as `:rocket:` as the emoji that they name. Unknown ones, and colons in times and numbers, stay;
 * a skin tone, which Slack writes as a shortcode of its own, goes.
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

/** The same of Markdown, where code and addresses stay as they are. */
export function markdownWithEmoji(source: string): string {
  return source.includes(":") ? outsideCode(source, withEmoji) : source;
}

function find(name: string): string | undefined {
  return Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined;
}
