"use client";

import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { controlStyle } from "@/components/ui/controls/control-style";
import { Link } from "@/components/ui/controls/link";
import { Skeleton } from "@/components/ui/display/skeleton";
import { useEmojiIds } from "@/lib/browser/emoji";
import { workspacePaths } from "@/lib/text/workspace-paths";
import { withCustomEmoji } from "./custom-emoji";
import { customSection, type Emoji, type EmojiSection, findEmoji, inTone, loadEmoji, loadedEmoji } from "./emoji";
import { Categories } from "./emoji-categories";
import { EmojiSectionGrid } from "./emoji-section-grid";
import { moveCell } from "./grid-keys";
import { rowsNear } from "./panel-layout";
import { chooseTone, ownTone, toneless, toneName } from "./skin-tone";
import { SkinTones, ToneButton } from "./skin-tones";
import { useEmojiList } from "./use-emoji-list";
import { rememberEmoji, usualEmoji } from "./usual-emoji";

const USUAL = 18;

/**
 * A searchable list of emoji by category, the usual ones first, then those of the workspace. Arrow keys move through it;
 * Enter in the search field picks the first result. What is picked counts as used. Only rows near the visible ones are
 * rendered.
 */
export function EmojiPanel({ onPick }: { onPick: (emoji: string) => void }) {
  const { sections, retry } = useEmoji();
  const [query, setQuery] = useState("");
  const [tone, setTone] = useState(ownTone);
  const [choosingTone, setChoosingTone] = useState(false);
  const [named, setNamed] = useState<Emoji | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const searching = query.trim() !== "";
  const shown = useMemo(() => {
    if (!Array.isArray(sections)) return [];
    return searching ? [{ name: "Results", emoji: findEmoji(sections, query) }] : sections;
  }, [sections, searching, query]);
  const pick = useCallback(
    (emoji: Emoji) => {
      const picked = inTone(emoji, tone);
      rememberEmoji(picked);
      onPick(picked);
    },
    [onPick, tone],
  );

  const first = searching ? shown[0]?.emoji[0] : undefined;
  // Fast typists press Enter before the emoji have loaded.
  const [picksFirst, setPicksFirst] = useState(false);
  const pickFirst = useEffectEvent(() => first && pick(first));
  useEffect(() => {
    if (picksFirst && Array.isArray(sections)) pickFirst();
  }, [picksFirst, sections]);

  const list = useEmojiList(shown);
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") {
      event.preventDefault();
      list.goTo(list.cell);
    }
    if (event.key === "Enter" && searching) {
      event.preventDefault();
      if (first) pick(first);
      else setPicksFirst(sections === null);
    }
  };
  const onGridKey = (event: KeyboardEvent) => {
    const sizes = shown.map((section) => section.emoji.length);
    const next = moveCell(sizes, list.columns, list.cell, event.key);
    if (next) list.goTo(next);
    else if (event.key === "ArrowUp") search.current?.focus();
    if (next || event.key.startsWith("Arrow")) event.preventDefault();
  };
  const onTone = (chosen: string) => {
    chooseTone(chosen);
    setTone(chosen);
    setChoosingTone(false);
    search.current?.focus();
  };
  const found = shown.reduce((sum, section) => sum + section.emoji.length, 0);
  const nothing = Array.isArray(sections) && found === 0;
  return (
    <>
      <div className="flex gap-1 p-2 pb-1">
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
            setPicksFirst(false);
            list.reset();
          }}
        />
        <ToneButton tone={tone} open={choosingTone} onPress={() => setChoosingTone(!choosingTone)} />
      </div>
      {choosingTone ? (
        <SkinTones tone={tone} onChoose={onTone} />
      ) : (
        <Categories
          sections={Array.isArray(sections) ? sections : []}
          current={searching ? null : list.atTop}
          onChoose={list.scrollToSection}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the arrow keys of the buttons inside. */}
      <div
        ref={list.scroller}
        onKeyDown={onGridKey}
        onScroll={list.onScroll}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 [scrollbar-width:thin]"
      >
        {sections === null && <Skeleton className="h-full" />}
        {sections === "failed" && (
          <div role="alert" className="flex flex-col items-center gap-3 py-10 text-sm">
            Couldn't load the emoji. Check your connection.
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          </div>
        )}
        {list.columns > 0 &&
          shown.map((section, at) => {
            const layout = list.layout[at];
            if (!layout || layout.rows === 0) return null;
            const { first: from, end } = rowsNear(layout, list.cellSize, list.scrolled, list.height);
            return (
              <EmojiSectionGrid
                key={section.name}
                section={section}
                number={at}
                layout={layout}
                from={from}
                end={end}
                cellSize={list.cellSize}
                columns={list.columns}
                tone={tone}
                current={list.cell.section === at ? list.cell.index : null}
                marked={first !== undefined}
                onPick={pick}
                onName={setNamed}
                onCell={list.setCell}
              />
            );
          })}
      </div>
      <p className="flex h-11 shrink-0 items-center gap-2.5 border-border border-t px-3 text-text-muted text-xs">
        <span role="status" className={searching && !nothing ? "sr-only" : ""}>
          {nothing && "No emoji found."}
          {searching && found > 0 && `${found} found`}
        </span>
        {!nothing && <Preview emoji={named ?? first ?? null} tone={tone} />}
        <Link href={workspacePaths.emoji} className="target-y ms-auto flex shrink-0 items-center hover:underline">
          Add emoji
        </Link>
      </p>
    </>
  );
}

function Preview({ emoji, tone }: { emoji: Emoji | null; tone: string }) {
  if (!emoji) return <span aria-hidden="true">Pick an emoji</span>;
  return (
    <>
      <span aria-hidden="true" className="w-7 shrink-0 text-center text-xl">
        {withCustomEmoji(inTone(emoji, tone))}
      </span>
      <span aria-hidden="true" className="min-w-0 truncate">
        <span className="text-sm text-text">{emoji.name}</span> :{emoji.shortcode}:
      </span>
    </>
  );
}

/** Starts to load the emoji before the panel opens. The panel reports a failure. */
export function preloadEmoji(): void {
  loadEmoji().catch(() => {});
}

type LoadedSections = EmojiSection[] | "failed" | null;

/** Returns all emoji, the usual ones first; null while they load, "failed" if that didn't work. */
function useEmoji() {
  const ids = useEmojiIds();
  const [all, setAll] = useState<LoadedSections>(loadedEmoji);
  const load = useCallback(() => {
    loadEmoji().then(setAll, () => setAll("failed"));
  }, []);
  useEffect(load, [load]);
  const sections = useMemo(() => {
    if (!Array.isArray(all)) return all;
    const custom = Object.keys(ids);
    return withUsualFirst(custom.length > 0 ? [customSection(custom), ...all] : all);
  }, [all, ids]);
  const retry = () => {
    setAll(null);
    load();
  };
  return { sections, retry };
}

function withUsualFirst(all: EmojiSection[]): EmojiSection[] {
  const known = new Map(all.flatMap((section) => section.emoji).map((each) => [toneless(each.emoji), each]));
  const usual = usualEmoji(USUAL).flatMap((emoji): Emoji | [] => {
    const data = known.get(toneless(emoji));
    if (!data) return [];
    const tone = toneName(emoji);
    // As it was used, whatever skin tone is chosen now.
    return { ...data, emoji, name: tone ? `${data.name}, ${tone}` : data.name, hasTones: false };
  });
  return [{ name: "Frequently used", emoji: usual }, ...all];
}
