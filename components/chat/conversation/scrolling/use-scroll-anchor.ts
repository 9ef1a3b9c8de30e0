"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";

type ScrollNote = {
  shown: ShownRow[];
  /** The first message of the run. Its height changes when earlier messages are added above it. */
  edge: Element | null;
  scrollTop: number;
};

const nothing: ScrollNote = { shown: [], edge: null, scrollTop: 0 };

/**
 * Remembers what is in view of a reversed scroller, so that `hold` can restore it after changes above or below. At the
 * end, the layout does that itself.
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
    // Reading positions forces a layout.
    if (atEnd.current) {
      noted.current = nothing;
      return;
    }
    const edge = hadOlder.current ? element.querySelector("[data-seq]") : null;
    noted.current = { shown: messagesInView(element), edge, scrollTop: element.scrollTop };
  }, [scroller, atEnd]);

  /** Call before the page changes: the user may have scrolled without a scroll event yet. */
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
    // Less than a pixel is a rounding error, which would add up.
    if (Math.abs(moved) >= 1) element.scrollTop += moved;
  }, [scroller, atEnd]);

  // Failed images, opened cards and a growing composer change heights without a render here.
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

/** A visible message or muted line, and the distance of its top from the window's. */
type ShownRow = { element: HTMLElement; seq: number; top: number };

/** Returns the visible messages from top to bottom. */
function messagesInView(scroller: HTMLElement): ShownRow[] {
  const { top, bottom } = scroller.getBoundingClientRect();
  const all = rowsOf(scroller);
  const shown: ShownRow[] = [];
  for (let at = firstEndingBelow(all, top); at < all.length; at += 1) {
    const element = all[at];
    const box = element?.getBoundingClientRect();
    if (!element || !box || box.top >= bottom) break;
    shown.push({ element, seq: seqOf(element), top: box.top });
  }
  return shown;
}

/**
 * Returns the range of `seq`s in view or within `margin` pixels; open-ended where no row is farther away. A line may
 * stand for many muted messages, none of which then count as far away.
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

/** Returns the `seq` of a message's element; for a muted line, of its first message. */
export function seqOf({ dataset }: HTMLElement): number {
  return Number(dataset.seq ?? dataset.mutedFrom);
}

/** Browsers cache this collection until the page changes, so scroll events get it for free. */
function rowsOf(scroller: HTMLElement): HTMLCollectionOf<HTMLElement> {
  return scroller.getElementsByTagName("article");
}

/** A binary search, since rows are in order. */
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
