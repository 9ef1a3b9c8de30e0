"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { draftKey, keepDraft, readDraft } from "./draft-store";
import { rememberNames } from "./known-names";
import { type Draft, emptyDraft } from "./mention-text";

const PAUSE_MS = 300;

/** What a person is writing in a channel, or to the thread of a message. It outlives the page. `latest` says what it is without waiting for a rendering. */
export function useDraft(personId: string, placeId: string) {
  const key = draftKey(personId, placeId);
  const [draft, setDraft] = useState(emptyDraft);
  const current = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const latest = useCallback(() => current.current, []);
  const keepNow = useCallback(() => {
    if (timer.current === null) return;
    clearTimeout(timer.current);
    timer.current = null;
    keepDraft(key, current.current);
  }, [key]);
  const update = useCallback(
    (next: Draft) => {
      current.current = next;
      setDraft(next);
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = setTimeout(keepNow, PAUSE_MS);
    },
    [keepNow],
  );
  const clear = useCallback(() => {
    update(emptyDraft);
    keepNow();
  }, [update, keepNow]);

  useEffect(() => {
    const kept = readDraft(key);
    if (kept && current.current.text === "") {
      rememberNames(kept.marks);
      current.current = kept;
      setDraft(kept);
    }
    window.addEventListener("pagehide", keepNow);
    return () => {
      window.removeEventListener("pagehide", keepNow);
      keepNow();
    };
  }, [key, keepNow]);
  return { draft, latest, update, clear };
}
