"use client";

import { type RefObject, useLayoutEffect } from "react";

/** Keeps a text area as high as its text, up to its CSS max-height, from where on it scrolls. */
export function useGrowingTextArea(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
