"use client";

import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef } from "react";

const LONG_MS = 450;
// Fingers always move a little.
const STILL_PX = 10;
// Elements that handle a long press themselves, or are held for other reasons.
const OWN = "a, button, input, textarea, select";

/** A long press: what is under the finger, and where that is in the window. */
export type LongPress = { target: Element; x: number; y: number };

/**
 * Calls `onLongPress` after a long press on the element, except on those in it that match `own`. Moving (a scroll), a
 * second finger, or selected text that the user may be adjusting cancel it. Use the result as `onPointerDown`.
 */
export function useLongPress(
  onLongPress: (press: LongPress) => void,
  own = OWN,
): (event: ReactPointerEvent<HTMLElement>) => void {
  const act = useRef(onLongPress);
  useEffect(() => {
    act.current = onLongPress;
  });
  return useCallback(
    (event) => {
      const { target, currentTarget, clientX, clientY } = event;
      if (event.pointerType !== "touch" || !event.isPrimary || !(target instanceof Element)) return;
      // Portal events bubble through React's tree; only those inside the element count.
      if (!currentTarget.contains(target) || hasMarkedText(currentTarget)) return;
      const inside = target.closest(own);
      if (inside && inside !== currentTarget) return;

      const pressing = new AbortController();
      const { signal } = pressing;
      let done = false;
      const timer = setTimeout(() => {
        done = true;
        swallowClick();
        act.current({ target, x: clientX, y: clientY });
      }, LONG_MS);
      signal.addEventListener("abort", () => clearTimeout(timer));
      const end = () => pressing.abort();
      const cancel = () => !done && end();
      const listen = <K extends keyof WindowEventMap>(type: K, heard: (event: WindowEventMap[K]) => void) =>
        window.addEventListener(type, heard, { signal, capture: true, passive: false });

      listen("pointerdown", end);
      listen("pointercancel", end);
      listen(
        "pointermove",
        (moved) => Math.hypot(moved.clientX - clientX, moved.clientY - clientY) > STILL_PX && cancel(),
      );
      listen("pointerup", () => {
        cancel();
        // Keep listening until the touchend and contextmenu that follow in the same task are handled.
        setTimeout(end);
      });
      listen("touchend", (ended) => {
        if (done && ended.cancelable) ended.preventDefault();
      });
      listen("contextmenu", (asked) => asked.preventDefault());
    },
    [own],
  );
}

/**
 * Keeps lifting the finger from clicking what the long press has opened under it. On a busy page `touchend` comes too
 * late for `preventDefault`, or not at all. The next press counts again.
 */
function swallowClick(): void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const end = () => waiting.abort();
  const swallow = (click: MouseEvent) => {
    click.preventDefault();
    click.stopImmediatePropagation();
    end();
  };
  window.addEventListener("click", swallow, { signal, capture: true });
  window.addEventListener("pointerdown", end, { signal, capture: true });
  window.addEventListener("keydown", end, { signal, capture: true });
}

function hasMarkedText(element: Element): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}
