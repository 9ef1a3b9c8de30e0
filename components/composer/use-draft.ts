"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { draftKey, onDraftsChange, readDraft, writeDraft } from "@/lib/browser/drafts";
import { type Draft, emptyDraft, rememberNames, usedMarks } from "./mention-text";

const PAUSE_MS = 300;

/**
 * Returns a person's draft for the channel or a thread in it, which outlives the page. `latest` returns it without
 * waiting for a render.
 */
export function useDraft(
  personId: string,
  { channelId, conversationId }: { channelId: string; conversationId: string },
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const key = draftKey(personId, conversationId);
  const [draft, setDraft] = useState(emptyDraft);
  const current = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  // What storage has, as far as this composer knows.
  const stored = useRef("");

  const latest = useCallback(() => current.current, []);
  const keepNow = useCallback(() => {
    if (timer.current === null) return;
    clearTimeout(timer.current);
    timer.current = null;
    const { text } = current.current;
    writeDraft(key, { text, marks: usedMarks(current.current), at: Date.now(), channelId });
    stored.current = readDraft(key)?.text ?? "";
  }, [key, channelId]);
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
    const { text: written, marks } = readDraft(key) ?? emptyDraft;
    // Text typed into the empty field before hydration.
    const early = field.current?.value ?? "";
    const text = [written, early].filter((part) => part !== "").join("\n");
    stored.current = written;
    if (text === "") return;
    rememberNames(marks);
    current.current = { text, marks };
    setDraft(current.current);
  }, [key, field]);
  // Another tab or device changed it. Text that isn't stored yet, or is too long to be, stays.
  useEffect(
    () =>
      onDraftsChange(() => {
        const { text, marks } = readDraft(key) ?? emptyDraft;
        if (timer.current !== null || text === stored.current || current.current.text !== stored.current) return;
        stored.current = text;
        rememberNames(marks);
        current.current = { text, marks };
        setDraft(current.current);
      }),
    [key],
  );
  useEffect(() => {
    window.addEventListener("pagehide", keepNow);
    return () => {
      window.removeEventListener("pagehide", keepNow);
      keepNow();
    };
  }, [keepNow]);
  return { draft, latest, update, clear };
}
