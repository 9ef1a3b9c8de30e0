"use client";

import { type RefObject, useLayoutEffect } from "react";

// Certainly higher than any screen shows, and measuring it would take long.
const LONG = 20_000;

/** Keeps a text area as high as its text, up to its CSS max-height, from where on it scrolls. */
export function useGrowingTextArea(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = text.length > LONG ? "100dvh" : "auto";
    if (text.length <= LONG) element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
