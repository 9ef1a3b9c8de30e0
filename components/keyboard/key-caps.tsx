"use client";

import { keysSpoken, keyText } from "./key-text";
import { useMac } from "./use-mac";

/** Keys that are pressed together, as caps. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  const mac = useMac();
  const printed = keys.map((key) => keyText(key, mac));
  return (
    <>
      <span className="sr-only">{keysSpoken(printed)}</span>
      <span aria-hidden="true" className="inline-flex gap-1">
        {printed.map((key) => (
          <kbd
            key={key}
            className="inline-flex h-5 min-w-5 items-center justify-center rounded-md border border-border bg-surface-sunken px-1.5 font-sans text-text-muted text-xs leading-none"
          >
            {key}
          </kbd>
        ))}
      </span>
    </>
  );
}
