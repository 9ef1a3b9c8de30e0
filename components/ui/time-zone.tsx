"use client";

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { keepCookie } from "@/lib/browser/cookie";
import { ownTimeZone } from "./time-format";
import { whenIdle } from "./when-idle";

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

/** Keeps the browser's time zone in a cookie, so that the next page comes from the server with the right days and times. */
export function RememberTimeZone() {
  // Finding the zone takes tens of milliseconds, in which a page that has just loaded would not react to the reader.
  useEffect(() => whenIdle(() => keepCookie("parley.timezone", ownTimeZone())), []);
  return null;
}

type TimeZoneProviderProps = { timeZone: string; renderedAt: number; children: ReactNode };
