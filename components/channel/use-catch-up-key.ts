"use client";

import { useEffect, useEffectEvent } from "react";
import { readCommand } from "@/components/unread/read-shortcuts";

// What Escape closes or cancels first.
const OPEN = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip]";

/** Calls `catchUp` on Escape, unless it is meant for something that is open or being written. */
export function useCatchUpKey(catchUp: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || readCommand(event) !== "catch-up") return;
    if (document.querySelector(OPEN) || isElsewhere(event.target)) return;
    catchUp();
  });
  useEffect(() => {
    const heard = (event: KeyboardEvent) => pressed(event);
    window.addEventListener("keydown", heard);
    return () => window.removeEventListener("keydown", heard);
  }, []);
}

/** In a field other than the channel's composer, or in a thread. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("[data-thread]")) return true;
  const writes = target.isContentEditable || target.matches("input, textarea, select");
  return writes && target.dataset.composer !== "channel";
}
