"use client";

import { type FocusEvent, type PointerEvent, type RefObject, useCallback, useEffect, useMemo, useState } from "react";

/**
 * Whether somebody is at this message: the pointer is over it, or the keyboard is in it. Only then does it have its toolbar, so that
 * a long channel isn't thousands of buttons. A finger would have it over what it reads, and presses longer instead.
 */
export function useActive(article: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState(false);
  // The pointer may have entered before hydration. `:hover` also stays on what was tapped, until another tap.
  useEffect(() => {
    if (canHover() && !lastCameByTouch() && article.current?.matches(":hover")) setActive(true);
  }, [article]);

  const leave = useCallback(() => {
    const element = article.current;
    if (!element || isInUse(element)) return;
    // Focus that a click has left on a button would be lost with the button.
    if (element.contains(document.activeElement)) element.focus({ preventScroll: true });
    setActive(false);
  }, [article]);

  const handlers = useMemo(
    () => ({
      onPointerEnter: (event: PointerEvent) => event.pointerType === "mouse" && setActive(true),
      // A message that scrolls under a resting pointer gets no pointerenter, so the next move counts too.
      onPointerMove: (event: PointerEvent) => event.pointerType === "mouse" && setActive(true),
      onPointerLeave: (event: PointerEvent) => event.pointerType === "mouse" && leave(),
      onFocus: (event: FocusEvent) => {
        if (lastCameByTouch() || !article.current?.contains(event.target)) return;
        if (event.target.matches(":focus-visible")) setActive(true);
      },
      onBlur: (event: FocusEvent) => {
        const element = article.current;
        // Another window has come to the front: the focus is still here.
        if (!element || element.contains(document.activeElement)) return;
        if (!element.contains(event.relatedTarget) && !element.matches(":hover") && !isOpenIn(element))
          setActive(false);
      },
    }),
    [article, leave],
  );
  return { active, activate: useCallback(() => setActive(true), []), handlers };
}

function canHover(): boolean {
  return window.matchMedia("(hover: hover)").matches;
}

/** The keyboard is in it, or something that it opened is open. */
function isInUse(element: HTMLElement): boolean {
  return element.matches(":focus-visible") || element.querySelector(":focus-visible") !== null || isOpenIn(element);
}

function isOpenIn(element: HTMLElement): boolean {
  return element.querySelector('[data-toolbar] [aria-expanded="true"]') !== null;
}

// Keys that move the focus. An on-screen keyboard sends other keys too.
const MOVING = /^(Tab|Escape|Home|End|Page.+|Arrow.+)$/;

let byTouch = false;

if (typeof window !== "undefined") {
  const options = { capture: true, passive: true };
  window.addEventListener("pointerdown", ({ pointerType }) => set(pointerType === "touch"), options);
  window.addEventListener("keydown", ({ key }) => MOVING.test(key) && set(false), options);
}

function set(touch: boolean): void {
  byTouch = touch;
}

/** Whether the last thing that was done to the page was done with a finger: focus that moves then isn't a keyboard's. */
function lastCameByTouch(): boolean {
  return byTouch;
}
