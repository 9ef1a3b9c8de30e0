"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { dialogContent } from "./after-dialog";
import { dialogOverlay, dialogPanel } from "./dialog-style";

/** A dialog with title, optional description, body, and footer. `trigger` is the button that opens it. */
export function Dialog({ open, onOpenChange, trigger, title, description, footer, children }: DialogProps) {
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={dialogOverlay} />
        <Radix.Content
          {...dialogContent}
          className={dialogPanel}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <header className="px-5 pe-14 pt-4">
            <Radix.Title className="pt-1 font-semibold text-lg">{title}</Radix.Title>
          </header>
          {description && (
            <Radix.Description className="px-5 pt-1 text-sm text-text-muted">{description}</Radix.Description>
          )}
          <div className="min-h-0 overflow-y-auto px-5 py-4">{children}</div>
          {footer && <footer className="flex flex-wrap justify-end gap-2 px-5 pb-5">{footer}</footer>}
          {/* Last, so that opening puts the focus on what the dialog is for. Without a tooltip, which would take the first Escape. */}
          <Radix.Close
            aria-label="Close"
            className="absolute end-3 top-3.5 inline-flex target items-center justify-center rounded-md text-text-muted transition-colors hover:bg-surface-hover hover:text-text"
          >
            <X aria-hidden="true" className="size-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Closes the dialog that it stands in. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}

type DialogProps = {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger?: ReactNode;
  title: string;
  description?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};
