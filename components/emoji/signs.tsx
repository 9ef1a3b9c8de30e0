import { Fragment, type ReactNode } from "react";

// A sign is an emoji only with a selector or skin tone: ❤️, 3️⃣, ☝🏽. It may be part of a sequence: ❤️‍🔥, 👩‍⚕️. Emoji beside it may
// be in the match.
const SIGNS = /((?:\p{Emoji}|\u200D){0,9}(?:\uFE0F|\p{EMod})(?:\p{Emoji}|\u200D|\u20E3|\uFE0F)*)/u;

type Show = (text: string) => ReactNode;

/** Shows the text's signs that are emoji in the font that has them, which plain ones don't load. `rest` shows the rest. */
export function withSigns(text: string, rest?: Show): ReactNode {
  return cut(text, SIGNS, (signs) => <span className="font-signs">{signs}</span>, rest);
}

/** Shows the text's matches with `match`, and the rest with `rest`. `at` has one group, around everything. */
export function cut(text: string, at: RegExp, match: Show, rest: Show = (plain) => plain): ReactNode {
  const parts = text.split(at);
  if (parts.length === 1) return rest(text);
  // The text is replaced as a whole, so indexes are good keys.
  return parts.map((part, index) => <Fragment key={String(index)}>{(index % 2 ? match : rest)(part)}</Fragment>);
}
