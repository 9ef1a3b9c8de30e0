"use client";

import type { ReactNode } from "react";
import { OpeningButton, useOpener, useRadixFor } from "@/components/ui/deferred/deferred-radix";

/** A small panel beside the button that opens it. Escape closes it and returns the focus. */
export function Popover({ trigger, label, open, load, onOpenChange, focusAfter, className, children }: PopoverProps) {
  const [ref, button] = useOpener(open);
  const PopoverPanel = useRadixFor(open, load)?.PopoverPanel;
  return (
    <>
      <OpeningButton ref={ref} open={open} onPress={() => onOpenChange(!open)} load={load}>
        {trigger}
      </OpeningButton>
      {PopoverPanel && button && (
        <PopoverPanel
          button={button}
          label={label}
          open={open && children !== null}
          onOpenChange={onOpenChange}
          focusAfter={focusAfter}
          className={className}
        >
          {children}
        </PopoverPanel>
      )}
    </>
  );
}

type PopoverProps = {
  trigger: ReactNode;
  /** The panel's accessible name. */
  label: string;
  open: boolean;
  /** Loads the children, which are null until then. The panel opens once there is something to focus. */
  load?: () => Promise<unknown>;
  onOpenChange: (open: boolean) => void;
  /** Returns what to focus after closing; the trigger by default. */
  focusAfter?: (() => HTMLElement | null) | undefined;
  className?: string;
  children: ReactNode;
};
