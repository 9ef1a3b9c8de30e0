"use client";

import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { controlStyle } from "@/components/ui/control-style";
import { Skeleton } from "@/components/ui/skeleton";
import { type Emoji, findEmoji } from "./emoji";
import { EmojiSectionGrid } from "./emoji-section";
import { movePlace, type Place } from "./grid-keys";
import { useEmoji } from "./use-emoji";

const COLUMNS = 8;
const START: Place = { section: 0, index: 0 };

/** A search box over all emoji by category. Arrow keys go through them; Enter in the box picks the first one found. */
export function EmojiPanel({ onPick }: { onPick: (emoji: string) => void }) {
  const { sections, retry } = useEmoji();
  const [query, setQuery] = useState("");
  const [place, setPlace] = useState(START);
  const [named, setNamed] = useState<Emoji | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => {
    if (!Array.isArray(sections)) return [];
    return query.trim() === "" ? sections : [{ name: "Found", emoji: findEmoji(sections, query) }];
  }, [sections, query]);

  const goTo = (next: Place) => {
    setPlace(next);
    grid.current?.querySelector<HTMLElement>(`[data-place="${next.section} ${next.index}"]`)?.focus();
  };
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") {
      event.preventDefault();
      goTo(place);
    }
    const first = shown[0]?.emoji[0];
    if (event.key === "Enter" && first && query.trim() !== "") {
      event.preventDefault();
      onPick(first.emoji);
    }
  };
  const onGridKey = (event: KeyboardEvent) => {
    const sizes = shown.map((section) => section.emoji.length);
    const next = movePlace(sizes, COLUMNS, place, event.key);
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
            setPlace(START);
          }}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys of the buttons inside. */}
      <div ref={grid} onKeyDown={onGridKey} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2">
        {sections === null && <Skeleton className="h-full" />}
        {sections === "failed" && (
          <div role="alert" className="flex flex-col items-center gap-3 py-10 text-sm">
            The emoji could not be loaded.
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
            current={place.section === at ? place.index : null}
            onPick={onPick}
            onName={setNamed}
            onPlace={setPlace}
          />
        ))}
      </div>
      <p className="truncate border-border border-t px-3 py-2 text-text-muted text-xs">
        <span role="status">{nothing && "No emoji is called that."}</span>
        {!nothing && <span aria-hidden="true">{named ? `${named.name} :${named.shortcode}:` : "Pick an emoji"}</span>}
      </p>
    </>
  );
}
