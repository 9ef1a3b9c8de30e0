"use client";

import { type RefObject, useLayoutEffect } from "react";
import type { Readable } from "@/lib/browser/store";
import type { Draft } from "./mention-text";

/**
 * Keeps a text area's text as the draft's, whatever changes that, and as tall as its text. An empty draft leaves what
 * was typed before the page went live.
 */
export function useDraftField(field: RefObject<HTMLTextAreaElement | null>, draft: Readable<Draft>): void {
  useLayoutEffect(() => {
    // `field-sizing` does it without measuring, where browsers have it.
    const grows = !CSS.supports("field-sizing", "content");
    const show = () => {
      const element = field.current;
      if (!element) return;
      const { text } = draft.get();
      if (element.value !== text) element.value = text;
      if (!grows) return;
      element.style.height = "auto";
      element.style.height = `${element.scrollHeight}px`;
    };
    if (draft.get().text !== "") show();
    return draft.subscribe(show);
  }, [field, draft]);
}
