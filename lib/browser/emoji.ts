import { useContext, useLayoutEffect } from "react";
import type { EmojiIds } from "@/lib/messages/emoji/custom/dto";
import { paths } from "@/lib/text/paths";
import { change, known, useKept, useKnown } from "./data";
import { RenderedContext } from "./rendered";

/** Keeps the custom emoji up to date. Used once, around all pages. */
export function useLiveEmoji(rendered: EmojiIds): void {
  useKept(paths.api.emoji, { rendered });
  useLayoutEffect(() => change(paths.api.emoji, () => rendered), [rendered]);
}

/** Returns the custom emoji, live; the same object until they change. */
export function useEmojiIds(): EmojiIds {
  const { emoji } = useContext(RenderedContext);
  return useKnown<EmojiIds, EmojiIds>(paths.api.emoji, (ids) => ids ?? emoji, emoji);
}

/** Returns whether there is a custom emoji `:name:`. Always false for an emoji that isn't custom. */
export function isCustom(emoji: string): boolean {
  return Object.hasOwn(known<EmojiIds>(paths.api.emoji) ?? {}, emoji.slice(1, -1));
}
