"use client";

import { type ReactNode, useState } from "react";
import { OpeningButton, useRadixFor } from "./late-radix";

/** A small panel beside the button that opens it. Escape closes it and returns the focus. */
export function Popover({ trigger, label, open, load, onOpenChange, focusAfter, className, children }: PopoverProps) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const PopoverPanel = useRadixFor(open, load)?.PopoverPanel;
  return (
    <>
      <OpeningButton ref={setButton} open={open} onPress={() => onOpenChange(!open)} load={load}>
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
