"use client";

import type { ReactNode } from "react";
import { usePresence } from "@/lib/browser/presence";

export const presenceWords = { here: "Here", away: "Away", offline: "Offline" };

/** An avatar of somebody with a dot when they are there, which moves nothing when it comes; the globals say how it looks. */
export function Present({ userId, children }: { userId: string; children: ReactNode }) {
  const state = usePresence(userId);
  return (
    <span className="relative inline-flex shrink-0">
      {children}
      {state && state !== "offline" && (
        <span data-presence={state}>
          <span className="sr-only">{presenceWords[state]}</span>
        </span>
      )}
    </span>
  );
}
