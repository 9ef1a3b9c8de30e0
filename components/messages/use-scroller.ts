"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

// Closer to the end than this counts as being at the end.
const NEAR_PX = 48;
const LOAD_AHEAD_PX = 800;

type Anchor = { element: Element; top: number };

/**
 * Keeps the reader's place in a list that grows at both ends. The scroller is laid out in reverse, so that its natural position is
 * the end, before any script runs; away from the end, the topmost visible message is held where it is.
 */
export function useScroller(options: { loadOlder: () => void; loadNewer: () => void; startAtEnd: boolean }) {
  const scroller = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);
  const atEnd = useRef(options.startAtEnd);
  const [isAtEnd, setIsAtEnd] = useState(options.startAtEnd);
  const { loadOlder, loadNewer } = options;

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    // In a reversed layout scrollTop is 0 at the end and negative above it.
    atEnd.current = -element.scrollTop < NEAR_PX;
    setIsAtEnd(atEnd.current);
    anchor.current = findAnchor(element);
    const above = element.scrollHeight - element.clientHeight + element.scrollTop;
    if (above < LOAD_AHEAD_PX) loadOlder();
    if (-element.scrollTop < LOAD_AHEAD_PX) loadNewer();
  }, [loadOlder, loadNewer]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const held = anchor.current;
    if (!element) return;
    if (!atEnd.current && held?.element.isConnected) {
      element.scrollTop += held.element.getBoundingClientRect().top - held.top;
    }
    anchor.current = findAnchor(element);
  });

  // A first page that doesn't fill the screen has nothing to scroll, so what is missing is asked for here.
  useEffect(() => onScroll(), [onScroll]);

  const jumpToEnd = useCallback(() => {
    atEnd.current = true;
    setIsAtEnd(true);
    scroller.current?.scrollTo({ top: 0 });
  }, []);

  const showMessage = useCallback((seq: number) => {
    const element = scroller.current?.querySelector(`[data-seq="${seq}"]`);
    if (!element) return;
    atEnd.current = false;
    setIsAtEnd(false);
    element.scrollIntoView({ block: "center" });
  }, []);

  return { scroller: scroller as RefObject<HTMLDivElement | null>, isAtEnd, onScroll, jumpToEnd, showMessage };
}

function findAnchor(scroller: Element): Anchor | null {
  const top = scroller.getBoundingClientRect().top;
  for (const element of scroller.querySelectorAll("[data-seq]")) {
    const box = element.getBoundingClientRect();
    if (box.bottom > top) return { element, top: box.top };
  }
  return null;
}
