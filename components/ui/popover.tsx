"use client";

import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { dialogContent } from "./after-dialog";
import { LateTrigger, OpeningButton, useRadixFor } from "./late-radix";

/** A small panel beside the button that opens it. Escape closes it and returns the focus. */
export function Popover({ trigger, label, open, load, onOpenChange, focusAfter, className, children }: PopoverProps) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const Radix = useRadixFor(open, load)?.Popover;
  return (
    <>
      <OpeningButton ref={setButton} open={open} onPress={() => onOpenChange(!open)} load={load}>
        {trigger}
      </OpeningButton>
      {Radix && button && (
        <Radix.Root open={open && children !== null} onOpenChange={onOpenChange}>
          <LateTrigger as={Radix.Trigger} button={button} />
          <Radix.Portal>
            <Radix.Content
              ref={dialogContent.ref}
              onCloseAutoFocus={(event) => {
                dialogContent.onCloseAutoFocus(event);
                // After a press elsewhere, the focus stays there.
                const isHere = document.activeElement === document.body || event.target === document.activeElement;
                const next = event.defaultPrevented || !isHere ? null : focusAfter?.();
                if (!next) return;
                event.preventDefault();
                next.focus({ preventScroll: true });
              }}
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
