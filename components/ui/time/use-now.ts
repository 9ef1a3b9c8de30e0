"use client";

import { useSyncExternalStore } from "react";
import { emitter } from "@/lib/browser/store";
import { useRenderedAt } from "./time-zone";

let now = 0;

const ticks = emitter(() => {
  const timer = setInterval(() => {
    now = Date.now();
    ticks.emit();
  }, 30_000);
  return () => {
    clearInterval(timer);
    now = 0;
  };
});

function current(): number {
  if (now === 0) now = Date.now();
  return now;
}

/**
 * Returns the current time, updated twice a minute by one timer for the whole page. On the server and while hydrating
 * it is when the page was rendered, or null if that is unknown.
 */
export function useNow(): Date | null {
  const renderedAt = useRenderedAt();
  const value = useSyncExternalStore(ticks.subscribe, current, () => renderedAt);
  return value === 0 ? null : new Date(value);
}
