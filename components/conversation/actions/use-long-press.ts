"use client";

import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef } from "react";

const LONG_MS = 450;
// A finger never rests quite still.
const STILL_PX = 10;
// These have a long press of their own, or are held for something else.
const OWN = "a, button, input, textarea, select";

/**
 * Calls `onLongPress` when a finger rests on the element. Moving it, which scrolls, a second finger, or marked text, which it may be
 * about to change, mean something else. The result belongs on the element as `onPointerDown`.
 */
export function useLongPress(onLongPress: () => void): (event: ReactPointerEvent<HTMLElement>) => void {
  const act = useRef(onLongPress);
  useEffect(() => {
    act.current = onLongPress;
  });
  return useCallback((event) => {
    const { target, currentTarget, clientX, clientY } = event;
    if (event.pointerType !== "touch" || !event.isPrimary || !(target instanceof Element)) return;
    // Events of a portal bubble through React's tree; only those inside the element count.
    if (!currentTarget.contains(target) || target.closest(OWN) || hasMarkedText(currentTarget)) return;

    const pressing = new AbortController();
    const { signal } = pressing;
    let done = false;
    const timer = setTimeout(() => {
      done = true;
      swallowClick();
      act.current();
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
  }, []);
}

/**
 * Keeps the finger's lifting from clicking what the long press has opened under it: on a busy page the `touchend` comes too late for
 * `preventDefault`, or never, because the browser has given up waiting for the page. Whatever is pressed next is meant.
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
