"use client";

import { type RefObject, useEffect } from "react";

// A page scrolls by itself too, when something above grows; by hand it does so within this time of a person's doing.
const BY_HAND_MS = 1_000;
const HANDS = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** Calls `onScrolled` when a person scrolls the element; it must be stable. */
export function useScrollIntent(scroller: RefObject<HTMLElement | null>, onScrolled: () => void): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let touchedAt = Number.NEGATIVE_INFINITY;
    const touched = (event: Event) => {
      // Only a press on the scroller itself can be a press on its scroll bar.
      if (event.type !== "pointerdown" || event.target === element) touchedAt = event.timeStamp;
    };
    const scrolled = (event: Event) => event.timeStamp - touchedAt < BY_HAND_MS && onScrolled();
    for (const hand of HANDS) element.addEventListener(hand, touched, { passive: true });
    element.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      for (const hand of HANDS) element.removeEventListener(hand, touched);
      element.removeEventListener("scroll", scrolled);
    };
  }, [scroller, onScrolled]);
}
