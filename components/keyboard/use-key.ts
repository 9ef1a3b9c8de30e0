"use client";

import { useEffect, useEffectEvent } from "react";

/**
 * Shows every key press to `act` before any field sees it. Answering true says that the press meant this, and nobody else
 * hears of it.
 */
export function useKey(act: (event: KeyboardEvent) => boolean): void {
  const meant = useEffectEvent(act);
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      if (event.isComposing || !meant(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", heard, { capture: true });
    return () => window.removeEventListener("keydown", heard, { capture: true });
  }, []);
}

/** Whether a dialog has the stage, over which nothing else should open. */
export function isDialogOpen(): boolean {
  return document.querySelector("[role=dialog], [role=alertdialog]") !== null;
}
