"use client";

import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from "react";

/**
 * Whether somebody is at this message: the pointer is over it, the keyboard is in it, or a finger has tapped it. Only then does it
 * have its toolbar, so that a long channel isn't thousands of buttons.
 */
export function useActive(article: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState(false);
  // The pointer may have come before this page was alive.
  useEffect(() => {
    if (article.current?.matches(":hover")) setActive(true);
  }, [article]);

  const leave = useCallback(() => {
    const element = article.current;
    if (!element || isHeld(element)) return;
    // Focus that a click has left on a button would be lost with the button.
    if (element.contains(document.activeElement)) element.focus({ preventScroll: true });
    setActive(false);
  }, [article]);

  const handlers = useMemo(
    () => ({
      onPointerEnter: (event: PointerEvent) => event.pointerType === "mouse" && setActive(true),
      // A message that comes to stand under a resting pointer isn't entered.
      onPointerMove: (event: PointerEvent) => event.pointerType === "mouse" && setActive(true),
      onPointerLeave: (event: PointerEvent) => event.pointerType === "mouse" && leave(),
      onFocus: (event: FocusEvent) => {
        if (article.current?.contains(event.target) && event.target.matches(":focus-visible")) setActive(true);
      },
      onBlur: (event: FocusEvent) => {
        const element = article.current;
        // Another window has come to the front: the focus is still here.
        if (!element || element.contains(document.activeElement)) return;
        if (!element.contains(event.relatedTarget) && !element.matches(":hover") && !isOpenIn(element))
          setActive(false);
      },
      onClick: (event: MouseEvent) => {
        const { pointerType } = event.nativeEvent as Partial<globalThis.PointerEvent>;
        const { target } = event;
        if (pointerType !== "touch" || !(target instanceof Element) || !article.current?.contains(target)) return;
        // What is tapped for itself keeps the focus.
        if (!target.closest("a, button, input, textarea")) article.current.focus({ preventScroll: true });
        setActive(true);
      },
    }),
    [article, leave],
  );
  return { active, activate: useCallback(() => setActive(true), []), handlers };
}

/** The keyboard is in it, or something that it opened is open. */
function isHeld(element: HTMLElement): boolean {
  return element.matches(":focus-visible") || element.querySelector(":focus-visible") !== null || isOpenIn(element);
}

function isOpenIn(element: HTMLElement): boolean {
  return element.querySelector('[data-toolbar] [aria-expanded="true"]') !== null;
}
