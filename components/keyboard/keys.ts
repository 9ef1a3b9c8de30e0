"use client";

import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

/** As much of a keyboard event as decides what it means. */
export type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** ⌘-K on a Mac, where Ctrl-K cuts to the end of the line, and Ctrl-K elsewhere. */
export function isPaletteKey(press: KeyPress, mac: boolean): boolean {
  const modified = mac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  return modified && !press.altKey && !press.shiftKey && isLetterK(press);
}

/** A question mark, wherever the keyboard has it. */
export function isSheetKey(press: KeyPress): boolean {
  return press.key === "?" && !press.ctrlKey && !press.metaKey && !press.altKey;
}

// On a keyboard without Latin letters the key in K's place counts.
function isLetterK({ key, code }: KeyPress): boolean {
  return key.toLowerCase() === "k" || (code === "KeyK" && !/^[a-z]$/i.test(key));
}

/** Whether keys pressed there write text. */
export function takesText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

/** Whether text is marked in a field of several lines, of which the same key may make a link. */
export function hasMarkedText(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement && target.selectionStart !== target.selectionEnd;
}

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

/** Whether this keyboard has ⌘ where others have Ctrl. */
export function isMac(): boolean {
  return /^(Mac|iP)/.test(navigator.platform);
}

/** The same for markup; the server, which can't know, says no. */
export function useMac(): boolean {
  return useSyncExternalStore(never, isMac, () => false);
}

function never(): () => void {
  return () => {};
}
