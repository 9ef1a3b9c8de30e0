"use client";

import { useCallback, useEffect, useRef } from "react";
import { type Leadership, leadership } from "./leadership";

/** Answers whether this tab is the one that shows notifications; it becomes so when somebody has it before them. */
export function useLeadership(looking: boolean): () => boolean {
  const mine = useRef<Leadership | null>(null);
  useEffect(() => {
    const made = leadership(navigator.locks);
    mine.current = made;
    return made.stop;
  }, []);
  useEffect(() => {
    if (looking) mine.current?.take();
  }, [looking]);
  return useCallback(() => mine.current?.leads() ?? false, []);
}
