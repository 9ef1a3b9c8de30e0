"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { readStored, writeStored } from "@/lib/browser/storage";
import { type Draft, emptyDraft, type Marks, rememberNames, usedMarks } from "./mention-text";

// Browsers store a few million characters per site. Anything longer than this was pasted.
const LONGEST = 50_000;

/** Returns the storage key of a person's draft for a channel or thread. */
export function draftKey(personId: string, conversationId: string): string {
  return `parley.draft.${personId}.${conversationId}`;
}

/** Returns the stored draft; null if there is none. */
function readDraft(key: string): Draft | null {
  return toDraft(readStored(key));
}

/** Stores the draft, or removes it when it is blank. */
function keepDraft(key: string, draft: Draft): void {
  const forget = draft.text.trim() === "" || draft.text.length > LONGEST;
  writeStored(key, forget ? null : { text: draft.text, marks: usedMarks(draft) });
}

/** Returns a stored value as a draft; null for anything else. */
export function toDraft(value: unknown): Draft | null {
  if (typeof value !== "object" || value === null || !("text" in value) || typeof value.text !== "string") return null;
  return { text: value.text, marks: "marks" in value ? toMarks(value.marks) : {} };
}

function toMarks(value: unknown): Marks {
  if (typeof value !== "object" || value === null) return {};
  const entries = Object.entries(value).filter(([label, sent]) => /^[@#]./.test(label) && typeof sent === "string");
  return Object.fromEntries(entries) as Record<string, string>;
}

const PAUSE_MS = 300;

/**
 * Returns a person's draft for a channel or thread, which outlives the page. `latest` returns it without waiting for a
 * render.
 */
export function useDraft(personId: string, conversationId: string, field: RefObject<HTMLTextAreaElement | null>) {
  const key = draftKey(personId, conversationId);
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
    // Text typed into the empty field before hydration.
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
