"use client";

import { Dialog } from "radix-ui";
import { Sheet } from "@/components/ui/sheet";
import { useBackCloses } from "@/components/ui/use-back-closes";
import type { CardProps } from "./card-popover";
import { ProfileCard } from "./profile-card";

/** A person's card for a phone: a sheet from below. Going back closes it as well. */
export function CardSheet({ userId, name, anchor, onClose }: CardProps) {
  const leave = useBackCloses(onClose);
  return (
    <Sheet aria-describedby={undefined} focusAfter={() => anchor} onClose={onClose}>
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
    </Sheet>
  );
}
