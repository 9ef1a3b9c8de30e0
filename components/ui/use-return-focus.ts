"use client";

import { useRef } from "react";

type ReturnFocus = { remember: () => void; giveBack: () => void };

/** Remembers what has the focus when a dialog without a button of its own opens, and gives it back afterwards. */
export function useReturnFocus(): ReturnFocus {
  const before = useRef<Element | null>(null);
  return {
    remember: () => {
      before.current = document.activeElement;
    },
    giveBack: () => {
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
