"use client";

import { useEffect, useEffectEvent } from "react";

type Keys = Readonly<Record<string, () => void>>;

/** Calls what a key does while the focus is in the list, or nowhere. `keys` are as `KeyboardEvent.key`, in lower case. */
export function useListKeys(list: () => HTMLElement | null, keys: Keys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || !(target instanceof HTMLElement)) return;
    const isHere = target === document.body || target.id === "content" || list()?.contains(target);
    if (!isHere || target.matches("input:not([type=checkbox]), textarea, select, [role^=menuitem]")) return;
    const does = keys[event.key.toLowerCase()];
    if (!does) return;
    event.preventDefault();
    does();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);
}
