"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { draftKey, joined, onDraftsChange, readDraft, writeDraft } from "@/lib/browser/drafts";
import { store } from "@/lib/browser/store";
import { type Draft, emptyDraft, rememberNames, usedMarks } from "./mention-text";

const PAUSE_MS = 300;

type Place = {
  channelId: string;
  conversationId: string;
  /** Whether a reply will also appear in the channel. It's kept with the draft. */
  inChannel?: boolean | undefined;
  /** Called when the draft was sent or discarded elsewhere. */
  onGone?: (() => void) | undefined;
};

/**
 * Returns a person's draft for the channel or a thread in it, which outlives the page. It's a store, so that a key only
 * renders what shows something else than before.
 */
export function useDraft(personId: string, place: Place, field: RefObject<HTMLTextAreaElement | null>) {
  const { channelId, conversationId } = place;
  const key = draftKey(personId, conversationId);
  const now = useRef(place);
  now.current = place;
  const [draft] = useState(() => store(emptyDraft));
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  // What storage has, as far as this composer knows.
  const stored = useRef("");

  const keepNow = useCallback(() => {
    if (timer.current === null) return;
    clearTimeout(timer.current);
    timer.current = null;
    const there = readDraft(key) ?? emptyDraft;
    if (there.text !== stored.current) {
      // Another tab or device changed it while this was typed.
      const { text, marks } = draft.get();
      draft.set({ text: joined(there.text, text), marks: { ...there.marks, ...marks } });
    }
    const { text } = draft.get();
    const { inChannel } = now.current;
    writeDraft(key, { text, marks: usedMarks(draft.get()), at: Date.now(), channelId, inChannel });
    stored.current = readDraft(key)?.text ?? "";
  }, [draft, key, channelId]);
  const update = useCallback(
    (next: Draft) => {
      draft.set(next);
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = setTimeout(keepNow, PAUSE_MS);
    },
    [draft, keepNow],
  );
  const clear = useCallback(() => {
    update(emptyDraft);
    keepNow();
  }, [update, keepNow]);

  useLayoutEffect(() => {
    const { text: written, marks } = readDraft(key) ?? emptyDraft;
    // Text typed into the empty field before hydration. A composer that is shown again has its own text in it.
    const early = draft.get().text === "" ? (field.current?.value ?? "") : "";
    const text = [written, early].filter((part) => part !== "").join("\n");
    stored.current = written;
    if (text === draft.get().text) return;
    rememberNames(marks);
    draft.set({ text, marks });
  }, [draft, key, field]);
  // Another tab or device changed it. Text that isn't stored yet, or is too long to be, stays.
  useEffect(
    () =>
      onDraftsChange(() => {
        const { text, marks } = readDraft(key) ?? emptyDraft;
        if (timer.current !== null || text === stored.current || draft.get().text !== stored.current) return;
        stored.current = text;
        rememberNames(marks);
        draft.set({ text, marks });
        if (text === "") now.current.onGone?.();
      }),
    [draft, key],
  );
  useEffect(() => {
    window.addEventListener("pagehide", keepNow);
    return () => {
      window.removeEventListener("pagehide", keepNow);
      keepNow();
    };
  }, [keepNow]);
  return { draft, update, clear };
}
