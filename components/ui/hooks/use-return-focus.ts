"use client";

import { useState } from "react";

type ReturnFocus = { remember: () => void; giveBack: () => void };

/** Remembers the focus when a dialog without a trigger opens, and restores it afterwards. The result is stable. */
export function useReturnFocus(): ReturnFocus {
  const [focus] = useState(makeFocus);
  return focus;
}

function makeFocus(): ReturnFocus {
  let before: Element | null = null;
  return {
    remember: () => {
      before = document.activeElement;
    },
    giveBack: () => {
      if (before instanceof HTMLElement) before.focus();
    },
  };
}
