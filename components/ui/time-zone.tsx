"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";

const RememberedZone = createContext("UTC");

const never = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Tells the first render which zone the reader was in last time, so that nothing is corrected after it. */
export function TimeZoneProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <RememberedZone value={timeZone}>{children}</RememberedZone>;
}

/** The reader's time zone: the remembered one (or UTC) on the server and while hydrating, then the browser's own. */
export function useTimeZone(): string {
  const remembered = useContext(RememberedZone);
  return useSyncExternalStore(never, browserZone, () => remembered);
}
