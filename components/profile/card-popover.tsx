"use client";

import { Popover } from "radix-ui";
import { useId, useMemo, useRef } from "react";
import { dialogContent } from "@/components/ui/after-dialog";
import { ProfileCard } from "./profile-card";

/** A person's card beside what was pressed. Escape closes it and gives the focus back. */
export function CardPopover({ userId, name, anchor, onClose }: CardProps) {
  const id = useId();
  const virtual = useMemo(() => ({ current: anchor }), [anchor]);
  const leftByPointer = useRef(false);
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={virtual} />
      <Popover.Portal>
        <Popover.Content
          ref={dialogContent.ref}
          role="dialog"
          aria-labelledby={id}
          side="right"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          tabIndex={-1}
          // What it shows comes a moment later, so at first the card itself has the focus.
          onOpenAutoFocus={focusItself}
          onInteractOutside={() => {
            leftByPointer.current = true;
          }}
          onCloseAutoFocus={(event) => {
            dialogContent.onCloseAutoFocus(event);
            if (event.defaultPrevented) return;
            event.preventDefault();
            // Whoever has pressed something else has the focus there.
            if (!leftByPointer.current) anchor.focus({ preventScroll: true });
          }}
          className="z-40 flex max-h-(--radix-popover-content-available-height) w-80 animate-appear flex-col overflow-y-auto rounded-xl bg-surface-raised text-text shadow-float outline-none"
        >
          <ProfileCard
            userId={userId}
            name={name}
            heading={(text) => (
              <h2 id={id} className="break-words font-semibold text-base">
                {text}
              </h2>
            )}
            go={(then) => {
              onClose();
              then();
            }}
            onClose={onClose}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function focusItself(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

export type CardProps = { userId: string; name: string; anchor: HTMLElement; onClose: () => void };
