"use client";

import {
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { Button } from "@/components/ui/button";
import { controlStyle } from "@/components/ui/control-style";
import { Skeleton } from "@/components/ui/skeleton";
import { type Emoji, type EmojiSection, findEmoji, loadEmoji } from "./emoji";
import { type Cell, moveCell } from "./grid-keys";
import { recentEmoji } from "./recent-emoji";

const COLUMNS = 8;
const START: Cell = { section: 0, index: 0 };

/** A searchable list of emoji by category. Arrow keys move through it; Enter in the search field picks the first result. */
export function EmojiPanel({ onPick }: { onPick: (emoji: string) => void }) {
  const { sections, retry } = useEmoji();
  const [query, setQuery] = useState("");
  const [cell, setCell] = useState(START);
  const [named, setNamed] = useState<Emoji | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => {
    if (!Array.isArray(sections)) return [];
    return query.trim() === "" ? sections : [{ name: "Results", emoji: findEmoji(sections, query) }];
  }, [sections, query]);

  const first = query.trim() === "" ? undefined : shown[0]?.emoji[0];
  // Fast typists press Enter before the emoji have loaded.
  const [picksFirst, setPicksFirst] = useState(false);
  const pickFirst = useEffectEvent(() => first && onPick(first.emoji));
  useEffect(() => {
    if (picksFirst && Array.isArray(sections)) pickFirst();
  }, [picksFirst, sections]);

  const goTo = (next: Cell) => {
    setCell(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next.section} ${next.index}"]`)?.focus();
  };
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") {
      event.preventDefault();
      goTo(cell);
    }
    if (event.key === "Enter" && query.trim() !== "") {
      event.preventDefault();
      if (first) onPick(first.emoji);
      else setPicksFirst(sections === null);
    }
  };
  const onGridKey = (event: KeyboardEvent) => {
    const sizes = shown.map((section) => section.emoji.length);
    const next = moveCell(sizes, COLUMNS, cell, event.key);
    if (next) goTo(next);
    else if (event.key === "ArrowUp") search.current?.focus();
    if (next || event.key.startsWith("Arrow")) event.preventDefault();
  };
  const nothing = Array.isArray(sections) && shown.every((section) => section.emoji.length === 0);
  return (
    <>
      <div className="p-2">
        <input
          ref={search}
          type="search"
          aria-label="Search emoji"
          placeholder="Search emoji"
          value={query}
          autoComplete="off"
          className={`${controlStyle} h-9`}
          onKeyDown={onSearchKey}
          onChange={(event) => {
            setQuery(event.target.value);
            setCell(START);
            setPicksFirst(false);
          }}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the arrow keys of the buttons inside. */}
      <div ref={grid} onKeyDown={onGridKey} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2">
        {sections === null && <Skeleton className="h-full" />}
        {sections === "failed" && (
          <div role="alert" className="flex flex-col items-center gap-3 py-10 text-sm">
            Couldn't load the emoji. Check your connection.
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          </div>
        )}
        {shown.map((section, at) => (
          <EmojiSectionGrid
            key={section.name}
            section={section}
            number={at}
            current={cell.section === at ? cell.index : null}
            onPick={onPick}
            onName={setNamed}
            onCell={setCell}
          />
        ))}
      </div>
      <p className="truncate border-border border-t px-3 py-2 text-text-muted text-xs">
        <span role="status">{nothing && "No emoji found."}</span>
        {!nothing && <span aria-hidden="true">{named ? `${named.name} :${named.shortcode}:` : "Pick an emoji"}</span>}
      </p>
    </>
  );
}

type Loaded = EmojiSection[] | "failed" | null;

/** Returns all emoji, recently used ones first; null while they load, "failed" if that didn't work. */
function useEmoji() {
  const [sections, setSections] = useState<Loaded>(null);
  const load = useCallback(() => {
    setSections(null);
    loadEmoji().then(
      (all) => setSections(withRecentFirst(all)),
      () => setSections("failed"),
    );
  }, []);
  useEffect(load, [load]);
  return { sections, retry: load };
}

function withRecentFirst(all: EmojiSection[]): EmojiSection[] {
  const byEmoji = new Map(all.flatMap((section) => section.emoji).map((each) => [each.emoji, each]));
  const recent = recentEmoji().flatMap((emoji) => byEmoji.get(emoji) ?? []);
  return recent.length > 0 ? [{ name: "Recently used", emoji: recent }, ...all] : all;
}

/** A category with its heading. Tab reaches only the current emoji. */
const EmojiSectionGrid = memo(function EmojiSectionGrid({ section, number, current, ...on }: SectionProps) {
  const id = useId();
  if (section.emoji.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
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
  /** The section's index. */
  number: number;
  /** The index of the emoji that Tab reaches; null if it is in another section. */
  current: number | null;
};
type EmojiButtonProps = On & { emoji: Emoji; section: number; index: number; isCurrent: boolean };
