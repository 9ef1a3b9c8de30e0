"use client";

import { type RefObject, useLayoutEffect } from "react";

// Taller than any screen, and slow to measure.
const LONG = 20_000;

/** Keeps a text area as tall as its text where the browser can't: `field-sizing` does it without measuring. */
export function useGrowingTextArea(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || CSS.supports("field-sizing", "content")) return;
    element.style.height = text.length > LONG ? "100dvh" : "auto";
    if (text.length <= LONG) element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
