"use client";

import { memo, useId } from "react";
import type { Emoji, EmojiSection } from "./emoji";
import type { Cell } from "./grid-keys";

/** One category under its name. Of all emoji only the current one is reached by Tab. */
export const EmojiSectionGrid = memo(function EmojiSectionGrid({ section, number, current, ...on }: SectionProps) {
  const id = useId();
  if (section.emoji.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
    <div
      role="group"
      aria-labelledby={id}
      className="pb-2 [contain-intrinsic-size:auto_400px] [content-visibility:auto]"
    >
      <p id={id} className="sticky top-0 z-10 bg-surface-raised px-1 py-1.5 font-medium text-text-muted text-xs">
        {section.name}
      </p>
      <div className="grid grid-cols-8">
        {section.emoji.map((emoji, index) => (
          <EmojiButton
            key={emoji.emoji}
            emoji={emoji}
            section={number}
            index={index}
            isCurrent={index === current}
            {...on}
          />
        ))}
      </div>
    </div>
  );
});

const EmojiButton = memo(function EmojiButton({ emoji, section, index, isCurrent, ...on }: EmojiButtonProps) {
  return (
    <button
      type="button"
      tabIndex={isCurrent ? 0 : -1}
      aria-label={emoji.name}
      data-cell={`${section} ${index}`}
      onClick={() => on.onPick(emoji.emoji)}
      onPointerEnter={() => on.onName(emoji)}
      onFocus={() => {
        on.onName(emoji);
        on.onCell({ section, index });
      }}
      className="flex aspect-square items-center justify-center rounded-md text-xl hover:bg-surface-hover focus-visible:-outline-offset-2"
    >
      {emoji.emoji}
    </button>
  );
});

type On = { onPick: (emoji: string) => void; onName: (emoji: Emoji) => void; onCell: (cell: Cell) => void };
type SectionProps = On & {
  section: EmojiSection;
  /** Which section of all it is. */
  number: number;
  /** The emoji here that Tab reaches; null when that is in another section. */
  current: number | null;
};
type EmojiButtonProps = On & { emoji: Emoji; section: number; index: number; isCurrent: boolean };
