import { nameToEmoji } from "gemoji";

/**
 * The text with shortcodes such as `:rocket:` as the emoji that they name. Unknown ones, and colons in times and numbers, stay;
 * a skin tone, which Slack writes as a shortcode of its own, goes.
 */
export function withEmoji(text: string): string {
  if (!text.includes(":")) return text;
  return text.replace(/(?<![A-Za-z0-9_]):([a-z0-9_+-]{1,40}):(?::skin-tone-[2-6]:)?(?!\d)/g, (whole, name: string) => {
    return find(name) ?? find(name.replace(/^large_/, "")) ?? whole;
  });
}

function find(name: string): string | undefined {
  return Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined;
}

/** An avatar that is an emoji, as messages keep it, or null for a shortcode that names none. */
export function emojiAvatar(shortcode: string): string | null {
  const emoji = withEmoji(shortcode.trim());
  return emoji === shortcode.trim() ? null : `emoji:${emoji}`;
}
