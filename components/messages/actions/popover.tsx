"use client";

import { clsx } from "clsx";
import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { dialogContent } from "@/components/ui/after-dialog";

/** A small panel beside the button that opens it. Escape closes it and gives the focus back. */
export function Popover({ trigger, label, open, onOpenChange, className, children }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          {...dialogContent}
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={clsx(
            "z-40 flex max-h-(--radix-popover-content-available-height) animate-appear flex-col rounded-xl bg-surface-raised text-text shadow-float outline-none",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type PopoverProps = {
  trigger: ReactNode;
  /** What the panel is called. */
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  className?: string;
  children: ReactNode;
};
