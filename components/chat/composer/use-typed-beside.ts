"use client";

import { type RefObject, useEffect } from "react";
import { takesText } from "@/components/chat/keyboard/keys";
import { isThreadOpening, openComposers } from "./open-composers";
import { applyEdit, insertion } from "./text-edit";

// While one of these is open, typing is meant for it.
const OPEN = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/**
 * Sends text typed or pasted while the focus is on the messages, or nowhere, to the composer, so that users can type
 * after reading or copying without clicking.
 */
export function useTypedBeside(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !isTyped(event)) return;
      // With the focus there, the browser types the letter itself, and input methods work.
      if (field.current && isBeside(field.current, event.target)) field.current.focus({ preventScroll: true });
    };
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData } = event;
      if (event.defaultPrevented || !clipboardData || !field.current || !isBeside(field.current, event.target)) return;
      event.preventDefault();
      field.current.focus({ preventScroll: true });
      const again = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      // A prevented event means that files were taken. Only the browser can paste text, and it ignores synthetic
      // events.
      if (!field.current.dispatchEvent(again)) return;
      const { selectionStart: start, selectionEnd: end } = field.current;
      const insert = clipboardData.getData("text/plain").replace(/\r\n?/g, "\n");
      if (insert !== "") applyEdit(field.current, insertion(start, end, insert));
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("paste", onPaste);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("paste", onPaste);
    };
  }, [field]);
}

/**
 * Returns whether typing at this target is for the composer: in its pane, or nowhere for the first visible composer. Not while
 * a thread is being opened, because the letters are for that.
 */
function isBeside(field: HTMLTextAreaElement, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || takesText(target) || document.querySelector(OPEN)) return false;
  if (isThreadOpening()) return false;
  if (target !== document.body) return field.closest("[data-pane]")?.contains(target) ?? false;
  return openComposers().find((each) => each.checkVisibility({ visibilityProperty: true })) === field;
}

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "getModifierState">;

// Reported for dead keys and input methods.
const COMPOSING = ["Dead", "Process"];

/** Returns whether the key would type something. Space doesn't count: it scrolls and presses buttons. */
export function isTyped(pressed: KeyPress): boolean {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  // Where AltGr exists, it also reports Ctrl and Alt.
  if (metaKey || ((ctrlKey || altKey) && !pressed.getModifierState("AltGraph"))) return false;
  return key !== " " && ([...key].length === 1 || COMPOSING.includes(key));
}
