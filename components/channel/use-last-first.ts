"use client";

import { startTransition, useEffect, useMemo, useState } from "react";
import { boundRun, type Run } from "@/components/conversation/run/run";

// The least that a message takes of the window's height.
const LEAST_PX = 28;

// What the server has rendered is there at once, and whole.
let renderedHere = false;

/**
 * The run, or at first, in a channel that opens at its end without the server having rendered it, only as many of its last messages
 * as fill the window: they are painted sooner, and the others stand above them right after.
 */
export function useLastFirst(run: Run, opensAtEnd: boolean): { shown: Run; isWhole: boolean } {
  const [start] = useState(run.messages);
  const [few] = useState(() => (renderedHere && opensAtEnd ? Math.ceil(window.innerHeight / LEAST_PX) : Infinity));
  const [waits, setWaits] = useState(true);
  useEffect(() => {
    renderedHere = true;
    startTransition(() => setWaits(false));
  }, []);
  const isWhole = !waits || run.messages !== start;
  const shown = useMemo(
    () => (isWhole ? run : boundRun(run, { first: run.to, last: run.to, kept: [] }, few)),
    [run, isWhole, few],
  );
  return { shown, isWhole };
}
