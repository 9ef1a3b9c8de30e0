"use client";

import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { EmojiSection } from "./emoji";
import type { Cell } from "./grid-keys";
import { layOut, scrolledTo, sectionAt } from "./panel-layout";

const START: Cell = { section: 0, index: 0 };
// Scrolling renders again after this many pixels.
const STEP = 72;

/** Returns what is visible of the sections, and which emoji Tab reaches. */
export function useEmojiList(shown: readonly EmojiSection[]) {
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
