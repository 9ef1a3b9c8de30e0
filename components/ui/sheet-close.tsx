"use client";

import { X } from "lucide-react";
import { Dialog } from "radix-ui";

/** The button at the top of a sheet that closes it. */
export function SheetClose() {
  return (
    <Dialog.Close
      aria-label="Close"
      className="absolute end-2 top-2 inline-flex size-11 items-center justify-center rounded-md text-text-muted hover:bg-surface-hover hover:text-text"
    >
      <X aria-hidden="true" className="size-5" />
    </Dialog.Close>
  );
}
