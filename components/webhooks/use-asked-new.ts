"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

/** Calls `start` when the address asks for the form of a new webhook, and takes that out of the address again. */
export function useAskedNew(start: () => void): void {
  const asked = useSearchParams().has("new");
  const pathname = usePathname();
  const begin = useEffectEvent(start);
  useEffect(() => {
    if (!asked) return;
    window.history.replaceState(null, "", pathname);
    begin();
  }, [asked, pathname]);
}
