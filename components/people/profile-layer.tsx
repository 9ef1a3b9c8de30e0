"use client";

import { usePathname } from "next/navigation";
import { Dialog, Popover } from "radix-ui";
import { useEffect, useId, useMemo, useRef } from "react";
import { focusAfter } from "@/components/ui/hooks/focus-after";
import { isPhone } from "@/components/ui/hooks/is-phone";
import { useBackCloses } from "@/components/ui/hooks/use-back-closes";
import { Sheet } from "@/components/ui/overlays/sheet";
import { GroupCard } from "./group-card";
import { type OpenProfile, opened } from "./open-profile";
import { ProfileCard } from "./profile-card";
import { StatusDialog } from "./status-dialog";

/** A person's card on a phone: a bottom sheet. Going back closes it. */
export function CardSheet({ userId, name, isGroup, anchor, onClose }: CardProps) {
  const Content = isGroup ? GroupCard : ProfileCard;
  const leave = useBackCloses(onClose);
  return (
    <Sheet aria-describedby={undefined} focusAfter={() => anchor} onClose={onClose}>
      <Content
        anchor={anchor}
        userId={userId}
        name={name}
        heading={(text) => <Dialog.Title className="break-words pe-10 font-semibold text-lg">{text}</Dialog.Title>}
        go={(then) => {
          leave(then);
          onClose();
        }}
        onClose={onClose}
      />
    </Sheet>
  );
}

/** A person's card beside the pressed element. Escape closes it and returns the focus. */
export function CardPopover({ userId, name, isGroup, anchor, onClose }: CardProps) {
  const Content = isGroup ? GroupCard : ProfileCard;
  const id = useId();
  const virtual = useMemo(() => ({ current: anchor }), [anchor]);
  const leftByPointer = useRef(false);
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={virtual} />
      <Popover.Portal>
        <Popover.Content
          // After a click elsewhere, the focus stays there.
          {...focusAfter(() => (leftByPointer.current ? null : anchor))}
          role="dialog"
          aria-labelledby={id}
          side="right"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          tabIndex={-1}
          // The content loads a moment later, so the card itself gets the focus.
          onOpenAutoFocus={focusItself}
          onInteractOutside={() => {
            leftByPointer.current = true;
          }}
          className="z-40 flex max-h-(--radix-popover-content-available-height) w-80 animate-appear flex-col overflow-y-auto rounded-xl bg-surface-raised text-text shadow-float outline-none"
        >
          <Content
            anchor={anchor}
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

export type CardProps = { userId: string; name: string; isGroup: boolean; anchor: HTMLElement; onClose: () => void };

/** Renders the open profile card or status dialog. Going to another page closes it. */
export function ProfileLayer({ open }: { open: OpenProfile }) {
  const pathname = usePathname();
  const openedOn = useRef({ open, pathname });
  if (openedOn.current.open !== open) openedOn.current = { open, pathname };
  useEffect(() => {
    if (openedOn.current.pathname !== pathname) close();
  }, [pathname]);
  if (open.kind === "status") return <StatusDialog userId={open.userId} onClose={close} />;
  // Narrow screens have no room beside the pressed element.
  const Card = isPhone() ? CardSheet : CardPopover;
  return <Card key={open.userId} {...open} onClose={close} />;
}

function close(): void {
  opened.set(null);
}
