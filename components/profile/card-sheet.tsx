"use client";

import { Dialog } from "radix-ui";
import { dialogContent } from "@/components/ui/after-dialog";
import { dialogOverlay, sheetPanel } from "@/components/ui/dialog-style";
import { SheetClose } from "@/components/ui/sheet-close";
import { useBackCloses } from "@/components/ui/use-back-closes";
import type { CardProps } from "./card-popover";
import { ProfileCard } from "./profile-card";

/** A person's card for a phone: a sheet from below. Going back closes it as well. */
export function CardSheet({ userId, name, anchor, onClose }: CardProps) {
  const leave = useBackCloses(onClose);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={dialogOverlay} />
        <Dialog.Content
          ref={dialogContent.ref}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.target instanceof HTMLElement) event.target.focus();
          }}
          onCloseAutoFocus={(event) => {
            dialogContent.onCloseAutoFocus(event);
            if (event.defaultPrevented) return;
            event.preventDefault();
            anchor.focus({ preventScroll: true });
          }}
          className={sheetPanel}
        >
          <ProfileCard
            userId={userId}
            name={name}
            heading={(text) => <Dialog.Title className="break-words pe-10 font-semibold text-lg">{text}</Dialog.Title>}
            go={(then) => {
              leave(then);
              onClose();
            }}
            onClose={onClose}
          />
          <SheetClose />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
