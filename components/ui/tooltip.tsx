"use client";

import { Tooltip as Radix } from "radix-ui";
import type { FocusEvent, ReactNode } from "react";

/** Shows a short text beside its child on hover and on keyboard focus. The child must have its own accessible name. */
export function Tooltip({ text, side = "top", children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={400} skipDelayDuration={200}>
      <Radix.Root>
        <Radix.Trigger asChild onFocus={onlyByKeyboard}>
          {children}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-appear rounded-md bg-text px-2 py-1 font-medium text-surface text-xs"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}

/** A dialog that closes gives the focus back to its button: nobody asked what that button is. */
function onlyByKeyboard(event: FocusEvent): void {
  if (!event.currentTarget.matches(":focus-visible")) event.preventDefault();
}

type TooltipProps = { text: string; side?: "top" | "right" | "bottom" | "left"; children: ReactNode };
