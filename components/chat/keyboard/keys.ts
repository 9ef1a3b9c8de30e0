"use client";

import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

/** The part of a keyboard event that shortcuts look at. */
export type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Returns whether this is ⌘K on a Mac, where Ctrl+K cuts to the end of the line, or Ctrl+K elsewhere. */
export function isPaletteKey(press: KeyPress, mac: boolean): boolean {
  const modified = mac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  return modified && !press.altKey && !press.shiftKey && isLetterK(press);
}

/** Returns whether this is a question mark, wherever the keyboard has it. */
export function isSheetKey(press: KeyPress): boolean {
  return press.key === "?" && !press.ctrlKey && !press.metaKey && !press.altKey;
}

/** Returns whether this key is for a focused message. Space scrolls, and a question mark opens the shortcuts. */
export function isMessageKey({ key, ctrlKey, metaKey, altKey }: Omit<KeyPress, "code" | "shiftKey">): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return key === "Delete" || key === "Backspace" || ([...key].length === 1 && key !== " " && key !== "?");
}

// On keyboards without Latin letters, the key in K's position counts.
function isLetterK({ key, code }: KeyPress): boolean {
  return key.toLowerCase() === "k" || (code === "KeyK" && !/^[a-z]$/i.test(key));
}

/** Returns whether typing in the target enters text. */
export function takesText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

/** Returns whether text is selected in a multi-line field, where Ctrl+K makes a link. */
export function hasMarkedText(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement && target.selectionStart !== target.selectionEnd;
}

/** Calls `act` with every key press before any field handles it. Returning true stops the event. */
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

/** Returns whether a dialog is open. */
export function isDialogOpen(): boolean {
  return document.querySelector("[role=dialog], [role=alertdialog]") !== null;
}

/** Returns whether this keyboard has ⌘ instead of Ctrl. */
export function isMac(): boolean {
  return /^(Mac|iP)/.test(navigator.platform);
}

/** Returns `isMac()` for rendering; false on the server, which can't know. */
export function useMac(): boolean {
  return useSyncExternalStore(never, isMac, () => false);
}

function never(): () => void {
  return () => {};
}
