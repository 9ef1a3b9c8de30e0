"use client";

import { Search, X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { paletteRow } from "./palette-style";

/** The field at the palette's top, and the way out of it. */
export function PaletteField(props: ComponentProps<"input">) {
  const field = useRef<HTMLInputElement>(null);
  // In the moment in which it is there, and behind what it begins with: between one key and the next nothing is lost.
  useLayoutEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, []);
  return (
    <div className={paletteRow}>
      <Search aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      <input
        {...props}
        ref={field}
        type="text"
        role="combobox"
        aria-label="Search"
        aria-autocomplete="list"
        aria-expanded={props["aria-controls"] !== undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
      />
      <Radix.Close
        aria-label="Close"
        className="inline-flex target shrink-0 items-center justify-center rounded-md text-text-muted transition-colors hover:bg-surface-hover hover:text-text"
      >
        <X aria-hidden="true" className="size-4" />
      </Radix.Close>
    </div>
  );
}
