"use client";

import { useCallback, useEffect, useEffectEvent, useRef } from "react";

const COVERED = "parley.covered";

/**
 * While the component is there, going back calls `onBack` instead of leaving the page. The result goes back itself, and does
 * something once the page is where it was: for what goes somewhere from there.
 */
export function useBackCloses(onBack: () => void): (then: () => void) => void {
  const back = useEffectEvent(onBack);
  const leaving = useRef(false);
  useEffect(() => {
    // In a task of its own, so that strict mode's trial mount adds nothing to the history.
    const entering = setTimeout(() => window.history.pushState({ [COVERED]: true }, "", window.location.href));
    const left = () => back();
    window.addEventListener("popstate", left);
    return () => {
      clearTimeout(entering);
      window.removeEventListener("popstate", left);
      if (isCovered() && !leaving.current) window.history.back();
    };
  }, []);
  return useCallback((then) => {
    if (!isCovered()) return then();
    leaving.current = true;
    window.addEventListener("popstate", () => setTimeout(then), { once: true });
    window.history.back();
  }, []);
}

function isCovered(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && COVERED in state;
}
