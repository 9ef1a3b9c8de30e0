"use client";

import {
  Apple,
  Clock,
  Flag,
  Hand,
  Hash,
  Lightbulb,
  type LucideIcon,
  PawPrint,
  Plane,
  Smile,
  Trophy,
} from "lucide-react";
import {
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { controlStyle } from "@/components/ui/control-style";
import { Skeleton } from "@/components/ui/skeleton";
import { type Emoji, type EmojiSection, findEmoji, loadEmoji, loadedEmoji } from "./emoji";
import { type Cell, moveCell } from "./grid-keys";
import { HEADING, layOut, rowsNear, type SectionLayout, scrolledTo, sectionAt } from "./panel-layout";
import { chooseTone, ownTone, toneless, toneName, withTone } from "./skin-tone";
import { SkinTones, ToneButton } from "./skin-tones";
import { usualEmoji } from "./usual-emoji";

const START: Cell = { section: 0, index: 0 };
const USUAL = 18;
// Scrolling renders again after this many pixels.
const STEP = 72;

/**
 * A searchable list of emoji by category, the usual ones first. Arrow keys move through it; Enter in the search field
 * picks the first result. Only rows near the visible ones are rendered.
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
  const pick = useCallback((emoji: Emoji) => onPick(inTone(emoji, tone)), [onPick, tone]);

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
      </p>
    </>
  );
}

function Preview({ emoji, tone }: { emoji: Emoji | null; tone: string }) {
  if (!emoji) return <span aria-hidden="true">Pick an emoji</span>;
  return (
    <>
      <span aria-hidden="true" className="w-7 shrink-0 text-center text-xl">
        {inTone(emoji, tone)}
      </span>
      <span aria-hidden="true" className="min-w-0 truncate">
        <span className="text-sm text-text">{emoji.name}</span> :{emoji.shortcode}:
      </span>
    </>
  );
}

function inTone(emoji: Emoji, tone: string): string {
  return emoji.hasTones ? withTone(emoji.emoji, tone) : emoji.emoji;
}

/** Returns what is visible of the sections, and which emoji Tab reaches. */
function useEmojiList(shown: readonly EmojiSection[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const [cellSize] = useState(() => (window.matchMedia("(pointer: coarse)").matches ? 44 : 36));
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [scrolled, setScrolled] = useState(0);
  const [atTop, setAtTop] = useState(0);
  const [cell, setCell] = useState(START);
  const columns = Math.floor((size.width - 16) / cellSize);
  const layout = useMemo(
    () =>
      layOut(
        shown.map(({ emoji }) => emoji.length),
        Math.max(columns, 1),
        cellSize,
      ),
    [shown, columns, cellSize],
  );
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scrollTo = (top: number) => {
    // The target must be rendered before it can have the focus.
    flushSync(() => {
      setScrolled(top);
      setAtTop(sectionAt(layout, top));
    });
    scroller.current?.scrollTo({ top });
  };
  const goTo = (next: Cell) => {
    const section = layout[next.section];
    if (!section) return;
    flushSync(() => setCell(next));
    const top = scroller.current?.scrollTop ?? 0;
    scrollTo(scrolledTo(section, Math.floor(next.index / columns), cellSize, top, size.height));
    scroller.current
      ?.querySelector<HTMLElement>(`[data-cell="${next.section} ${next.index}"]`)
      ?.focus({ preventScroll: true });
  };
  return {
    scroller,
    layout,
    columns,
    cellSize,
    cell,
    setCell,
    scrolled,
    atTop,
    height: size.height,
    goTo,
    reset: () => {
      setCell(START);
      setScrolled(0);
      setAtTop(0);
      scroller.current?.scrollTo({ top: 0 });
    },
    scrollToSection: (section: number) => {
      setCell({ section, index: 0 });
      scrollTo(layout[section]?.top ?? 0);
    },
    onScroll: () => {
      const top = scroller.current?.scrollTop ?? 0;
      setScrolled(Math.floor(top / STEP) * STEP);
      setAtTop(sectionAt(layout, top));
    },
  };
}

/** Starts to load the emoji before the panel opens. The panel reports a failure. */
export function preloadEmoji(): void {
  loadEmoji().catch(() => {});
}

type Loaded = EmojiSection[] | "failed" | null;

/** Returns all emoji, the usual ones first; null while they load, "failed" if that didn't work. */
function useEmoji() {
  const [sections, setSections] = useState<Loaded>(() => {
    const all = loadedEmoji();
    return all && withUsualFirst(all);
  });
  const load = useCallback(() => {
    loadEmoji().then(
      (all) => setSections((now) => (Array.isArray(now) ? now : withUsualFirst(all))),
      () => setSections("failed"),
    );
  }, []);
  useEffect(load, [load]);
  const retry = () => {
    setSections(null);
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

const icons: Record<string, LucideIcon> = {
  "Frequently used": Clock,
  "Smileys and Emotion": Smile,
  "People and Body": Hand,
  "Animals and Nature": PawPrint,
  "Food and Drink": Apple,
  "Travel and Places": Plane,
  Activities: Trophy,
  Objects: Lightbulb,
  Symbols: Hash,
  Flags: Flag,
};

/** Buttons that scroll to a category. Left and Right move between them, and Tab reaches the current one. */
function Categories({ sections, current, onChoose }: CategoriesProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    const beside = step > 0 ? event.target.nextElementSibling : event.target.previousElementSibling;
    if (beside instanceof HTMLElement) beside.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      role="group"
      aria-label="Categories"
      onKeyDown={onKeyDown}
      className="flex h-9 shrink-0 border-border border-b px-2 pointer-coarse:h-11"
    >
      {sections.map(({ name }, at) => {
        const Icon = icons[name] ?? Smile;
        return (
          <button
            key={name}
            type="button"
            tabIndex={at === current ? 0 : -1}
            aria-label={name}
            aria-current={at === current ? "true" : undefined}
            disabled={current === null}
            title={name}
            onClick={() => onChoose(at)}
            className="relative flex flex-1 items-center justify-center rounded-md text-text-muted after:absolute after:inset-x-1 after:-bottom-px after:h-0.5 after:rounded-full enabled:hover:text-text disabled:opacity-55 focus-visible:-outline-offset-2 aria-[current]:text-accent aria-[current]:after:bg-accent"
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        );
      })}
    </div>
  );
}

type CategoriesProps = {
  sections: readonly EmojiSection[];
  /** The index of the category at the top; null while searching. */
  current: number | null;
  onChoose: (section: number) => void;
};

/** A category with its heading and the rows near the visible ones. Tab reaches only the current emoji. */
const EmojiSectionGrid = memo(function EmojiSectionGrid({
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
      {inTone(emoji, tone)}
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
