"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

// Closer to the end than this counts as being at the end.
const NEAR_PX = 48;
const LOAD_AHEAD_PX = 800;

type ScrollerOptions = {
  loadOlder: () => void;
  loadNewer: () => void;
  /** The list goes on below what it holds, so that its end is not the end. */
  hasNewer: boolean;
  /** Where to begin: at the end, at the line "New", or wherever `showMessage` leads. */
  start: "end" | "new" | "elsewhere";
};

type Anchor = { element: Element; top: number };

/**
 * Keeps the reader's place in a list that grows at both ends. The scroller is laid out in reverse, so that its natural position is
 * the end, before any script runs; away from the end, the topmost visible message is held where it is.
 * To begin at "New" it is laid out forwards from there (`placing`), which needs no script either, and turned round unseen.
 */
export function useScroller({ loadOlder, loadNewer, hasNewer, start }: ScrollerOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);
  const atEnd = useRef(start === "end");
  const [isAtEnd, setIsAtEnd] = useState(start === "end");
  const [placing, setPlacing] = useState(start === "new");
  const placed = useRef(start !== "new");

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element || !placed.current) return;
    // In a reversed layout scrollTop is 0 at the end and negative above it.
    // The end of what is held isn't the end, unless somebody has jumped there and the latest page is about to be rendered.
    atEnd.current = -element.scrollTop < NEAR_PX && (atEnd.current || !hasNewer);
    setIsAtEnd(atEnd.current);
    anchor.current = findAnchor(element);
    const above = element.scrollHeight - element.clientHeight + element.scrollTop;
    if (above < LOAD_AHEAD_PX) loadOlder();
    if (-element.scrollTop < LOAD_AHEAD_PX) loadNewer();
  }, [loadOlder, loadNewer, hasNewer]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const held = anchor.current;
    if (!element) return;
    if (!atEnd.current && held?.element.isConnected) {
      const moved = held.element.getBoundingClientRect().top - held.top;
      // Less than a pixel is rounding, which would add up.
      if (Math.abs(moved) >= 1) element.scrollTop += moved;
    }
    anchor.current = findAnchor(element);
    placed.current = !placing;
  });

  // Set before the page is painted again: what was in view is held by the effect above.
  useLayoutEffect(() => setPlacing(false), []);

  // What doesn't fill the screen has nothing to scroll, so what is missing is asked for here.
  useEffect(onScroll);

  const jumpToEnd = useCallback(() => {
    atEnd.current = true;
    setIsAtEnd(true);
    scroller.current?.scrollTo({ top: 0 });
  }, []);

  const showMessage = useCallback((seq: number) => {
    const element = scroller.current?.querySelector(`[data-seq="${seq}"]`);
    if (!scroller.current || !element) return;
    atEnd.current = false;
    setIsAtEnd(false);
    element.scrollIntoView({ block: "center" });
    // At once: the scroll event may come after the next rendering, which would put back what it holds.
    anchor.current = findAnchor(scroller.current);
  }, []);

  return { scroller: scroller as RefObject<HTMLDivElement | null>, isAtEnd, placing, onScroll, jumpToEnd, showMessage };
}

// What is laid out above the rest while placing is made anew afterwards.
const HOLDABLE = "[data-seq]:not([data-above] *)";

function findAnchor(scroller: Element): Anchor | null {
  const top = scroller.getBoundingClientRect().top;
  for (const element of scroller.querySelectorAll(HOLDABLE)) {
    const box = element.getBoundingClientRect();
    if (box.bottom > top) return { element, top: box.top };
  }
  return null;
}
