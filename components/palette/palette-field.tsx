"use client";

import { Search, X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ComponentProps } from "react";

/** The field at the palette's top, and the way out of it. */
export function PaletteField(props: ComponentProps<"input">) {
  return (
    <div className="flex h-13 shrink-0 items-center gap-2.5 border-b ps-4 pe-2">
      <Search aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      <input
        {...props}
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
