"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { ownTimeZone } from "./time-format";

const RememberedZone = createContext("UTC");
const RenderedAt = createContext(0);

const never = () => () => {};

/** Tells the first render which zone the reader was in last time, and what time it is, so that nothing is corrected after it. */
export function TimeZoneProvider({ timeZone, renderedAt, children }: TimeZoneProviderProps) {
  return (
    <RememberedZone value={timeZone}>
      <RenderedAt value={renderedAt}>{children}</RenderedAt>
    </RememberedZone>
  );
}

/** When the server rendered the page, in milliseconds; 0 outside of a provider. */
export function useRenderedAt(): number {
  return useContext(RenderedAt);
}

/** The reader's time zone: the remembered one (or UTC) on the server and while hydrating, then the browser's own. */
export function useTimeZone(): string {
  const remembered = useContext(RememberedZone);
  return useSyncExternalStore(never, ownTimeZone, () => remembered);
}

type TimeZoneProviderProps = { timeZone: string; renderedAt: number; children: ReactNode };
