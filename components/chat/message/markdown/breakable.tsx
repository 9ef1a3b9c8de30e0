import { Fragment, type ReactNode } from "react";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";

/** Shows a text with its custom emoji, and lets long words break. */
export function shownText(text: string): ReactNode {
  return withCustomEmoji(text, breakable);
}

// Shorter words fit into the narrowest card.
const LONG_WORD = /\S{16,}/;
const MOST_BREAKS = 50;

/**
 * Lets long words break after a dot, slash, hyphen or underscore, as in addresses, versions and image names. Anything
 * else breaks only if it's wider than its line.
 */
export function breakable(text: string): ReactNode {
  if (!LONG_WORD.test(text)) return text;
  const parts = text.split(/(?<=[^\s./_-][./_-]+)(?=[^\s./_-])/, MOST_BREAKS + 1);
  if (parts.length === 1) return text;
  if (parts.length > MOST_BREAKS) parts.splice(MOST_BREAKS, 1, text.slice(parts.slice(0, MOST_BREAKS).join("").length));
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is replaced as a whole.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
