"use client";

import { type RefObject, useEffect } from "react";
import { takesText } from "@/components/keyboard/keys";
import { openComposers } from "./open-composers";
import { applyEdit } from "./text-edit";

// While one of these is open, what is typed is meant for it.
const OPEN = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/**
 * Has the composer take what is typed or pasted while the focus is on the messages beside it, or nowhere: who has clicked there, to
 * read or to copy something, goes on writing without a click.
 */
export function useTypedBeside(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !isTyped(event)) return;
      // The browser then writes the letter there itself, and an input method composes it there.
      if (field.current && isBeside(field.current, event.target)) field.current.focus({ preventScroll: true });
    };
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData } = event;
      if (event.defaultPrevented || !clipboardData || !field.current || !isBeside(field.current, event.target)) return;
      event.preventDefault();
      field.current.focus({ preventScroll: true });
      const again = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      // Files have been taken then. Text only the browser can paste, which it doesn't do for an event that was made.
      if (!field.current.dispatchEvent(again)) return;
      const { selectionStart: start, selectionEnd: end } = field.current;
      const insert = clipboardData.getData("text/plain").replace(/\r\n?/g, "\n");
      if (insert !== "")
        applyEdit(field.current, { start, end, insert, select: [start + insert.length, start + insert.length] });
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("paste", onPaste);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("paste", onPaste);
    };
  }, [field]);
}

/** Whether what is typed at this target is meant for the composer: in its pane, or nowhere, and then for the first that is seen. */
function isBeside(field: HTMLTextAreaElement, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || takesText(target) || document.querySelector(OPEN)) return false;
  if (target !== document.body) return field.closest("[data-pane]")?.contains(target) ?? false;
  return openComposers().find((each) => each.checkVisibility({ visibilityProperty: true })) === field;
}

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "getModifierState">;

// The first part of a letter, and what an input method takes.
const COMPOSING = ["Dead", "Process"];

/** Whether this press of a key would write something in a text. Space wouldn't: elsewhere it scrolls, and presses buttons. */
export function isTyped(pressed: Pressed): boolean {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  // Where it is a key of its own, AltGr says that it is Ctrl and Alt as well.
  if (metaKey || ((ctrlKey || altKey) && !pressed.getModifierState("AltGraph"))) return false;
  return key !== " " && ([...key].length === 1 || COMPOSING.includes(key));
}
