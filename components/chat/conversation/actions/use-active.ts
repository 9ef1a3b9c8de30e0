"use client";

import { type FocusEvent, type PointerEvent, type RefObject, useCallback, useEffect, useMemo, useState } from "react";

/**
 * Returns whether a message is hovered or contains the focus. Only then is its toolbar rendered, so that a long channel
 * doesn't have thousands of buttons. On touch, a long press opens a sheet instead: a toolbar would cover the text.
 */
export function useActive(article: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState(false);
  // The pointer may have entered before hydration. `:hover` also persists after a tap until the next one.
  useEffect(() => {
    if (matchMedia("(hover: hover)").matches && !lastCameByTouch() && article.current?.matches(":hover"))
      setActive(true);
  }, [article]);

  const leave = useCallback(() => {
    const element = article.current;
    if (!element || element.matches(IN_USE)) return;
    // A button that a click focused is about to disappear.
    if (element.contains(document.activeElement)) element.focus({ preventScroll: true });
    setActive(false);
  }, [article]);

  const handlers = useMemo(
    () => ({
      // Not the enter event: a message that scrolls under a still pointer gets none.
      onPointerMove: (event: PointerEvent) => event.pointerType === "mouse" && setActive(true),
      onPointerLeave: (event: PointerEvent) => event.pointerType === "mouse" && leave(),
      onFocus: (event: FocusEvent) => {
        if (lastCameByTouch() || !article.current?.contains(event.target)) return;
        if (event.target.matches(":focus-visible")) setActive(true);
      },
      onBlur: (event: FocusEvent) => {
        const element = article.current;
        // The focus is still here when another window comes to the front.
        if (!element || element.contains(document.activeElement)) return;
        if (!element.contains(event.relatedTarget) && !element.matches(`:hover, ${IN_USE}`)) setActive(false);
      },
    }),
    [article, leave],
  );
  return { active, activate: useCallback(() => setActive(true), []), handlers };
}

// It contains the focus, or something its toolbar opened is still open.
const IN_USE = ':focus-visible, :has(:focus-visible, [data-toolbar] [aria-expanded="true"])';

// Keys that move the focus. On-screen keyboards send other keys too.
const MOVING = /^(Tab|Escape|Home|End|F6|Page.+|Arrow.+)$/;

let lastMoved: "touch" | "pointer" | "key" | null = null;

if (typeof window !== "undefined") {
  const options = { capture: true, passive: true };
  const set = (by: typeof lastMoved) => {
    lastMoved = by;
  };
  window.addEventListener(
    "pointerdown",
    ({ pointerType }) => set(pointerType === "touch" ? "touch" : "pointer"),
    options,
  );
  window.addEventListener("keydown", ({ key }) => MOVING.test(key) && set("key"), options);
}

/** Returns whether the last input was touch: then a focus change doesn't come from the keyboard. */
function lastCameByTouch(): boolean {
  return lastMoved === "touch";
}

/**
 * Returns whether the focus was last moved by a key. `:focus-visible` doesn't tell: after a click it starts to match with
 * the first letter typed.
 */
export function lastCameByKey(): boolean {
  return lastMoved === "key";
}
