"use client";

import { Dialog } from "radix-ui";
import type { ComponentProps } from "react";
import { focusAfter } from "@/components/ui/hooks/focus-after";
import { X } from "@/components/ui/icons/more-icons";
import { Backdrop } from "./backdrop";
import { sheetPanel } from "./dialog-style";

type SheetProps = Pick<ComponentProps<typeof Dialog.Content>, "aria-describedby" | "children"> & {
  /** Returns what to focus after closing, unless something the sheet opened has the focus. */
  focusAfter: () => HTMLElement | null;
  onClose: () => void;
};

/** A modal sheet at the bottom of a phone's screen, open while rendered. It needs a `Dialog.Title`. */
export function Sheet({ focusAfter: next, onClose, children, ...content }: SheetProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Backdrop />
        <Dialog.Content
          {...content}
          {...focusAfter(next)}
          // Focus the sheet itself: a focused first item would look selected.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.target instanceof HTMLElement) event.target.focus();
          }}
          className={sheetPanel}
        >
          {children}
          <Dialog.Close
            aria-label="Close"
            className="absolute end-2 top-2 inline-flex size-11 items-center justify-center rounded-md text-text-muted hover:bg-surface-hover hover:text-text"
          >
            <X aria-hidden="true" className="size-5" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
