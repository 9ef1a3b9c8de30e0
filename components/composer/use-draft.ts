"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { draftKey, keepDraft, readDraft } from "./draft-store";
import { rememberNames } from "./known-names";
import { type Draft, emptyDraft } from "./mention-text";

const PAUSE_MS = 300;

/** What a person is writing in a channel, or to the thread of a message. It outlives the page. `latest` says what it is without waiting for a rendering. */
export function useDraft(personId: string, placeId: string, field: RefObject<HTMLTextAreaElement | null>) {
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

  useLayoutEffect(() => {
    const kept = readDraft(key) ?? emptyDraft;
    // Written before the page was hydrated, into a field that showed nothing yet.
    const early = field.current?.value ?? "";
    const text = [kept.text, early].filter((part) => part !== "").join("\n");
    if (text === "") return;
    rememberNames(kept.marks);
    current.current = { ...kept, text };
    setDraft(current.current);
  }, [key, field]);
  useEffect(() => {
    window.addEventListener("pagehide", keepNow);
    return () => {
      window.removeEventListener("pagehide", keepNow);
      keepNow();
    };
  }, [keepNow]);
  return { draft, latest, update, clear };
}
