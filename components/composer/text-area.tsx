"use client";

import { clsx } from "clsx";
import { type RefObject, useLayoutEffect } from "react";
import { MESSAGE_LIMIT } from "@/lib/messages/dto";
import { codePoints } from "@/lib/text";

// Taller than any screen, and slow to measure.
const LONG = 20_000;

/** Keeps a text area as tall as its text, up to its CSS max-height, after which it scrolls. */
export function useGrowingTextArea(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = text.length > LONG ? "100dvh" : "auto";
    if (text.length <= LONG) element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}

// Show the count only near the limit.
const WARN_BELOW = 200;

/** Shows how many characters are left, once there are few. `content` is what would be sent. */
export function LengthHint({ id, content }: { id: string; content: string }) {
  const left = MESSAGE_LIMIT - codePoints(content);
  return (
    <span
      id={id}
      role="status"
      className={clsx("self-center text-xs not-empty:px-1", left < 0 ? "text-danger" : "text-text-muted")}
    >
      {left < 0 ? `${-left} ${left === -1 ? "character" : "characters"} too long` : left < WARN_BELOW && `${left} left`}
    </span>
  );
}
