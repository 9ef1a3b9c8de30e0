"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { dialogOverlay, dialogPanel } from "./dialog-style";
import { IconButton } from "./icon-button";

/** A dialog with title, optional description, body, and footer. `trigger` is the button that opens it. */
export function Dialog({ open, onOpenChange, trigger, title, description, footer, children }: DialogProps) {
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={dialogOverlay} />
        <Radix.Content className={dialogPanel} {...(description ? {} : { "aria-describedby": undefined })}>
          <header className="flex items-start justify-between gap-4 px-5 pt-4">
            <Radix.Title className="pt-1 font-semibold text-lg">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" icon={<X aria-hidden="true" />} className="-me-2" />
            </Radix.Close>
          </header>
          {description && (
            <Radix.Description className="px-5 pt-1 text-sm text-text-muted">{description}</Radix.Description>
          )}
          <div className="min-h-0 overflow-y-auto px-5 py-4">{children}</div>
          {footer && <footer className="flex flex-wrap justify-end gap-2 px-5 pb-5">{footer}</footer>}
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
