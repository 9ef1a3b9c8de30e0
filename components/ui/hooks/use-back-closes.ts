"use client";

import { useCallback, useEffect, useEffectEvent, useRef } from "react";

const COVERED = "parley.covered";

// Going back is asynchronous. Until it is done, a new history entry would be the one removed, and the event could be
// another component's.
let goingBack: Promise<void> = Promise.resolve();

/**
 * While the component is mounted, going back calls `onBack` instead of leaving the page. Returns a function that goes
 * back itself, and then runs a callback that may navigate.
 */
export function useBackCloses(onBack: () => void): (then: () => void) => void {
  const back = useEffectEvent(onBack);
  const leaving = useRef(false);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    // Only then, and not for strict mode's trial mount.
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
