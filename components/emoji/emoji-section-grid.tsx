"use client";

import { memo, useId } from "react";
import { withCustomEmoji } from "./custom-emoji";
import { type Emoji, type EmojiSection, inTone } from "./emoji";
import type { Cell } from "./grid-keys";
import { HEADING, type SectionLayout } from "./panel-layout";

/** A category with its heading and the rows near the visible ones. Tab reaches only the current emoji. */
export const EmojiSectionGrid = memo(function EmojiSectionGrid({
  section,
  number,
  layout,
  from,
  end,
  cellSize,
  columns,
  current,
  ...row
}: SectionProps) {
  const id = useId();
  const rows = new Set(Array.from({ length: end - from }, (_, index) => from + index));
  // The row with the focus stays, wherever the list is scrolled.
  if (current !== null) rows.add(Math.floor(current / columns));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div role="group" aria-labelledby={id} className="relative" style={{ height: layout.height }}>
      <p
        id={id}
        style={{ height: HEADING }}
        className="sticky top-0 z-10 flex items-center bg-surface-raised px-1 font-medium text-text-muted text-xs"
      >
        {section.name}
      </p>
      {[...rows]
        .sort((a, b) => a - b)
        .map((at) => (
          <div key={at} className="absolute inset-x-0 flex" style={{ top: HEADING + at * cellSize, height: cellSize }}>
            {section.emoji.slice(at * columns, (at + 1) * columns).map((emoji, column) => (
              <EmojiButton
                key={emoji.emoji}
                emoji={emoji}
                section={number}
                index={at * columns + column}
                isCurrent={at * columns + column === current}
                share={100 / columns}
                {...row}
              />
            ))}
          </div>
        ))}
    </div>
  );
});

const EmojiButton = memo(function EmojiButton({
  emoji,
  section,
  index,
  isCurrent,
  share,
  tone,
  marked,
  ...on
}: EmojiButtonProps) {
  return (
    <button
      type="button"
      tabIndex={isCurrent ? 0 : -1}
      aria-label={emoji.name}
      data-cell={`${section} ${index}`}
      onClick={() => on.onPick(emoji)}
      onPointerEnter={() => on.onName(emoji)}
      onFocus={() => {
        on.onName(emoji);
        on.onCell({ section, index });
      }}
      style={{ width: `${share}%` }}
      className={`flex items-center justify-center rounded-md text-xl hover:bg-surface-hover focus-visible:-outline-offset-2 ${marked && isCurrent ? "bg-surface-hover" : ""}`}
    >
      {withCustomEmoji(inTone(emoji, tone))}
    </button>
  );
});

type RowProps = {
  tone: string;
  /** Whether the current emoji is what Enter picks. */
  marked: boolean;
  onPick: (emoji: Emoji) => void;
  onName: (emoji: Emoji) => void;
  onCell: (cell: Cell) => void;
};
type SectionProps = RowProps & {
  section: EmojiSection;
  /** The section's index. */
  number: number;
  layout: SectionLayout;
  /** The rows to render: [from, end). */
  from: number;
  end: number;
  cellSize: number;
  columns: number;
  /** The index of the emoji that Tab reaches; null if it is in another section. */
  current: number | null;
};
type EmojiButtonProps = RowProps & {
  emoji: Emoji;
  section: number;
  index: number;
  isCurrent: boolean;
  /** Its part of the row's width, in percent. */
  share: number;
};
