"use client";

import { type ReactNode, type RefObject, useCallback, useMemo, useRef, useSyncExternalStore } from "react";
import { deferred } from "@/components/ui/deferred/deferred";
import { renderRuns } from "./runs";

const highlighting = deferred(() => import("./page-highlighter"));

/** The most characters of code that are highlighted. */
const LONGEST = 8000;

/**
 * Returns highlighted code once it is ready, or null: the first render is plain on server and client. Attach the ref to
 * the element, because only code in view is highlighted.
 */
export function useHighlight<Box extends HTMLElement>(
  code: string,
  info: string,
): [box: RefObject<Box | null>, colored: ReactNode] {
  const box = useRef<Box>(null);
  const language = info.split(/\s/, 1)[0]?.toLowerCase() ?? "";
  const highlighter = highlighting.use()?.pageHighlighter;
  const job = useMemo(() => (language && code.length <= LONGEST ? { code, language } : null), [code, language]);

  const subscribe = useCallback(
    (changed: () => void) => {
      if (!job || !box.current) return () => {};
      let leave = whenVisible(box.current, () => {
        if (highlighter) leave = highlighter.want(job, changed);
        else void highlighting.load();
      });
      return () => leave();
    },
    [job, highlighter],
  );
  const runs = useSyncExternalStore(
    subscribe,
    () => (job && highlighter ? highlighter.resultOf(job) : null),
    () => null,
  );
  return [box, useMemo(() => runs && renderRuns(runs), [runs])];
}

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Calls `show` once the element is in view or about to be. Call the returned function to cancel. */
function whenVisible(element: Element, show: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    { rootMargin: "300px" },
  );
  waiting.set(element, () => {
    leave();
    show();
  });
  observer.observe(element);
  const leave = () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
  return leave;
}
