"use client";

import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import { dialogContent } from "./after-dialog";
import { LateTrigger, useRadixFor } from "./late-radix";
import { menuStyle } from "./menu";

/** A menu at a point of the screen, open while it is rendered: what a right-click opens. */
export function MenuAt({ at, label, load, focusAfter, onClose, children }: MenuAtProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const Radix = useRadixFor(true, load)?.DropdownMenu;
  return createPortal(
    <>
      <span ref={setAnchor} className="fixed" style={{ left: at.x, top: at.y }} />
      {Radix && anchor && (
        <Radix.Root modal={false} open={children !== null} onOpenChange={(open) => !open && onClose()}>
          <LateTrigger as={Radix.Trigger} button={anchor} />
          <Radix.Portal>
            <Radix.Content
              ref={dialogContent.ref}
              aria-label={label}
              aria-labelledby={undefined}
              align="start"
              collisionPadding={8}
              onCloseAutoFocus={(event) => {
                dialogContent.onCloseAutoFocus(event);
                if (event.defaultPrevented) return;
                event.preventDefault();
                focusAfter()?.focus({ preventScroll: true });
              }}
              className={clsx(menuStyle, "min-w-56 max-w-80")}
            >
              {children}
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </>,
    document.body,
  );
}

type MenuAtProps = {
  at: { x: number; y: number };
  /** The menu's accessible name. */
  label: string;
  load?: () => Promise<unknown>;
  /** Returns what to focus after closing, unless something that an item opened has the focus. */
  focusAfter: () => HTMLElement | null;
  onClose: () => void;
  children: ReactNode;
};
