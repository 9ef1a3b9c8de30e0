"use client";

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { whenIdle } from "@/components/ui/hooks/when-idle";
import { keepCookie } from "@/lib/browser/cookie";
import { ownTimeZone } from "./time-format";

const RememberedZone = createContext("UTC");
const RenderedAt = createContext(0);

const never = () => () => {};

/**
 * Provides the reader's last known time zone and the render time to the first render, so that nothing changes after
 * hydration.
 */
export function TimeZoneProvider({ timeZone, renderedAt, children }: TimeZoneProviderProps) {
  return (
    <RememberedZone value={timeZone}>
      <RenderedAt value={renderedAt}>{children}</RenderedAt>
    </RememberedZone>
  );
}

/** Returns when the server rendered the page, in milliseconds; 0 outside a provider. */
export function useRenderedAt(): number {
  return useContext(RenderedAt);
}

/** Returns the reader's time zone: the last known one (or UTC) on the server and while hydrating, then the browser's. */
export function useTimeZone(): string {
  const remembered = useContext(RememberedZone);
  return useSyncExternalStore(never, ownTimeZone, () => remembered);
}

/** Stores the browser's time zone in a cookie, so that the server renders the next page with the right days and times. */
export function RememberTimeZone() {
  // Finding the zone takes tens of milliseconds, during which a new page wouldn't respond.
  useEffect(() => whenIdle(() => keepCookie("parley.timezone", ownTimeZone())), []);
  return null;
}

type TimeZoneProviderProps = { timeZone: string; renderedAt: number; children: ReactNode };
