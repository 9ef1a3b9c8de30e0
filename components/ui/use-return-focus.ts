"use client";

import { useRef } from "react";

type ReturnFocus = { remember: () => void; giveBack: () => void };

/** Remembers the focus when a dialog without a trigger opens, and restores it afterwards. */
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
