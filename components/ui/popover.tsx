"use client";

import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { dialogContent } from "./after-dialog";
import { LateTrigger, OpeningButton, useRadixFor } from "./late-radix";

/** A small panel beside the button that opens it. Escape closes it and gives the focus back. */
export function Popover({ trigger, label, open, load, onOpenChange, className, children }: PopoverProps) {
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
      )}
    </>
  );
}

type PopoverProps = {
  trigger: ReactNode;
  /** What the panel is called. */
  label: string;
  open: boolean;
  /** Fetches its children, where they are null until then: it opens once there is something to put the focus on. */
  load?: () => Promise<unknown>;
  onOpenChange: (open: boolean) => void;
  className?: string;
  children: ReactNode;
};
