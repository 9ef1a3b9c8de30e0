"use client";

import type { RefObject } from "react";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { toast } from "@/components/ui/overlays/toaster";
import type { MessageDto } from "@/lib/messages/dto";
import { excerpt } from "@/lib/messages/excerpt";
import { useActions } from "./actions-context";
import { backToMessage, neighborOf } from "./message-focus";

/** Confirms deleting a message. The message disappears immediately, and returns with a toast if the server refuses. */
export function DeleteDialog({ message, article, onClose }: DeleteDialogProps) {
  const { change } = useActions();
  const remove = async () => {
    const next = article.current && neighborOf(article.current);
    // The dialog unmounts with the message, so a toast reports the failure.
    void change(message.id, { type: "delete" }).then((error) => {
      if (error) toast.error(error);
    });
    afterDialog(() => next?.focus({ preventScroll: true }));
    return null;
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (open) return;
        onClose();
        backToMessage(article.current);
      }}
      title={`Delete message by ${message.author.name}?`}
      description={
        <>
          “<span className="text-text [overflow-wrap:anywhere]">{withCustomEmoji(excerpt(message))}</span>” will be
          deleted for everyone. This can't be undone.
        </>
      }
      confirmText="Delete"
      onConfirm={remove}
    />
  );
}

type DeleteDialogProps = { message: MessageDto; article: RefObject<HTMLElement | null>; onClose: () => void };
