"use client";

import { useSyncExternalStore } from "react";
import { useRenderedAt } from "./time-zone";

const listeners = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 30_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    now = 0;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function current(): number {
  if (now === 0) now = Date.now();
  return now;
}

/**
 * The time, renewed twice a minute by one timer for the whole page; on the server and while hydrating when the page was rendered,
 * or null where nobody says when that was.
 */
export function useNow(): Date | null {
  const renderedAt = useRenderedAt();
  const value = useSyncExternalStore(subscribe, current, () => renderedAt);
  return value === 0 ? null : new Date(value);
}
