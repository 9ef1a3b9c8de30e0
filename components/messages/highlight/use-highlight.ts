"use client";

import { type ReactNode, type RefObject, useCallback, useMemo, useRef, useSyncExternalStore } from "react";
import { pageHighlighter, whenSeen } from "./page-highlighter";
import { renderRuns } from "./runs";

/** The longest code that is coloured. */
const LONGEST = 8000;

/**
 * Coloured code once it is ready, or null: the first render is plain, on the server and in the browser alike. The reference is for
 * the element that shows it, since only what is looked at is coloured.
 */
export function useHighlight<Box extends HTMLElement>(
  code: string,
  info: string,
): [box: RefObject<Box | null>, coloured: ReactNode] {
  const box = useRef<Box>(null);
  const language = info.split(/\s/, 1)[0]?.toLowerCase() ?? "";
  const job = useMemo(() => (language && code.length <= LONGEST ? { code, language } : null), [code, language]);

  const subscribe = useCallback(
    (changed: () => void) => {
      if (!job || !box.current) return () => {};
      let leave = whenSeen(box.current, () => {
        leave = pageHighlighter.want(job, changed);
      });
      return () => leave();
    },
    [job],
  );
  const runs = useSyncExternalStore(
    subscribe,
    () => (job ? pageHighlighter.resultOf(job) : null),
    () => null,
  );
  return [box, useMemo(() => runs && renderRuns(runs), [runs])];
}
