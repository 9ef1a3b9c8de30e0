"use client";

import { useCallback, useEffect, useEffectEvent, useRef } from "react";

const COVERED = "parley.covered";

// Going back takes a while. Until it has happened, what is added to the history would be what is left, and the event another one's.
let goingBack: Promise<void> = Promise.resolve();

/**
 * While the component is there, going back calls `onBack` instead of leaving the page. The result goes back itself, and does
 * something once the page is where it was: for what goes somewhere from there.
 */
export function useBackCloses(onBack: () => void): (then: () => void) => void {
  const back = useEffectEvent(onBack);
  const leaving = useRef(false);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    // Only then, and in strict mode not for its trial mount.
    void goingBack.then(() => {
      if (signal.aborted) return;
      window.history.pushState({ [COVERED]: true }, "", window.location.href);
      window.addEventListener("popstate", () => back(), { signal });
    });
    return () => {
      gone.abort();
      if (isCovered() && !leaving.current) void goBack();
    };
  }, []);
  return useCallback((then) => {
    if (!isCovered()) return then();
    leaving.current = true;
    void goBack().then(() => setTimeout(then));
  }, []);
}

function goBack(): Promise<void> {
  goingBack = new Promise((resolve) => window.addEventListener("popstate", () => resolve(), { once: true }));
  window.history.back();
  return goingBack;
}

function isCovered(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && COVERED in state;
}
