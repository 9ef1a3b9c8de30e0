"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";

type Noted = {
  shown: Shown[];
  /** The first message of the run: its height changes when earlier messages come before it. */
  edge: Element | null;
  scrollTop: number;
};

const nothing: Noted = { shown: [], edge: null, scrollTop: 0 };

/**
 * What is in view of a scroller laid out in reverse, noted so that `hold` can put it back after something has changed above or below.
 * At the end there is nothing to hold: the layout does it.
 */
export function useScrollAnchor(scroller: RefObject<HTMLElement | null>, atEnd: RefObject<boolean>, hasOlder: boolean) {
  const noted = useRef(nothing);
  const hadOlder = useRef(hasOlder);
  useLayoutEffect(() => {
    hadOlder.current = hasOlder;
  }, [hasOlder]);
  const hadFocus = useRef(false);

  const note = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    // Looking makes the browser lay the page out.
    if (atEnd.current) {
      noted.current = nothing;
      return;
    }
    const edge = hadOlder.current ? element.querySelector("[data-seq]") : null;
    noted.current = { shown: messagesInView(element), edge, scrollTop: element.scrollTop };
  }, [scroller, atEnd]);

  /** Before the page changes: somebody may have scrolled without the event having come. */
  const noteIfMoved = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    hadFocus.current = element.contains(document.activeElement);
    if (!atEnd.current && element.scrollTop !== noted.current.scrollTop) note();
  }, [scroller, atEnd, note]);

  const hold = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    // The focused message was removed: focus the list, so that the keyboard stays here.
    if (hadFocus.current && document.activeElement === document.body) element.focus({ preventScroll: true });
    hadFocus.current = false;
    if (atEnd.current) return;
    const { shown, edge } = noted.current;
    const there = shown.filter((each) => each.element.isConnected);
    const anchor = there.find((each) => each.element !== edge) ?? there[0];
    if (!anchor) return;
    const moved = anchor.element.getBoundingClientRect().top - anchor.top;
    // Less than a pixel is rounding, which would add up.
    if (Math.abs(moved) >= 1) element.scrollTop += moved;
  }, [scroller, atEnd]);

  // Images that don't come, cards that are opened, a composer that grows: all of that happens without anything being rendered here.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      hold();
      note();
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [scroller, hold, note]);

  const inView = useCallback(() => noted.current.shown, []);
  return { note, noteIfMoved, hold, inView };
}

/** A message in view, or the line that stands for muted ones, and how far below the window's upper edge it begins. */
type Shown = { element: HTMLElement; seq: number; top: number };

/** The messages in view, from the topmost on. */
export function messagesInView(scroller: HTMLElement): Shown[] {
  const { top, bottom } = scroller.getBoundingClientRect();
  const all = rowsOf(scroller);
  const shown: Shown[] = [];
  for (let at = firstEndingBelow(all, top); at < all.length; at += 1) {
    const element = all[at];
    const box = element?.getBoundingClientRect();
    if (!element || !box || box.top >= bottom) break;
    shown.push({ element, seq: seqOf(element), top: box.top });
  }
  return shown;
}

/**
 * The `seq`s between which everything is in view, or within `margin` pixels of it; without an end where no row is farther away. A
 * line may stand for many muted messages, and then none of them is counted as far away.
 */
export function seqsNear(scroller: HTMLElement, margin: number): { first: number; last: number } {
  const { top, bottom } = scroller.getBoundingClientRect();
  const all = rowsOf(scroller);
  const above = all[firstEndingBelow(all, top - margin) - 1];
  const below = all[firstEndingBelow(all, bottom + margin) + 1];
  return {
    first: above ? seqOf(above) + 1 : Number.NEGATIVE_INFINITY,
    last: below ? Number(below.dataset.mutedTo ?? seqOf(below)) - 1 : Number.POSITIVE_INFINITY,
  };
}

/** A message's `seq` by its element; of a line for muted ones, that of their first. */
export function seqOf({ dataset }: HTMLElement): number {
  return Number(dataset.seq ?? dataset.mutedFrom);
}

/** Browsers remember this list until the page changes, so that it costs a scroll event nothing. */
function rowsOf(scroller: HTMLElement): HTMLCollectionOf<HTMLElement> {
  return scroller.getElementsByTagName("article");
}

/** They stand below each other, so half of them are ruled out with every look. */
function firstEndingBelow(elements: HTMLCollectionOf<HTMLElement>, top: number): number {
  let from = 0;
  let to = elements.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((elements[middle]?.getBoundingClientRect().bottom ?? 0) > top) to = middle;
    else from = middle + 1;
  }
  return from;
}
