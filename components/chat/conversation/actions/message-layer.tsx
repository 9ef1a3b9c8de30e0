"use client";

import type { RefObject } from "react";
import { AssignDialog } from "@/components/chat/incidents/assign-dialog";
import { saveMessage } from "@/components/chat/later/save-later";
import { MessageLine } from "@/components/chat/message/card/message-line";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { MomentDialog } from "@/components/ui/overlays/moment-dialog";
import { toast } from "@/components/ui/overlays/toaster";
import type { MessageDto } from "@/lib/messages/dto";
import { ActionSheet } from "./action-sheet";
import { type AllowedActions, type MessageHandlers, useActions, useQuickChange } from "./actions-context";
import { ForwardDialog } from "./forward-dialog";
import { HistoryDialog } from "./history-dialog";
import { MessageMenu } from "./message-commands";
import { backToMessage, neighborOf } from "./message-focus";

/** What is open over the page for a message: its menu at a point, its sheet on touch screens, or a dialog. */
export type Layer = "sheet" | "delete" | "history" | "forward" | "remind" | "assign" | { x: number; y: number };

type MessageLayerProps = {
  layer: Layer;
  message: MessageDto;
  allowed: AllowedActions;
  on: MessageHandlers;
  article: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** A message's menu, sheet or dialog. One chunk: a menu often opens a dialog, and the page needs to know of one only. */
export function MessageLayer({ layer, message, allowed, on, article, onClose }: MessageLayerProps) {
  const { reader } = useActions();
  const change = useQuickChange(message.id);
  const shared = { message, allowed, article, onClose, ...on };
  if (layer === "sheet") return <ActionSheet {...shared} />;
  if (typeof layer === "object") return <MessageMenu key={`${layer.x} ${layer.y}`} at={layer} {...shared} />;
  const end = () => {
    onClose();
    backToMessage(article.current);
  };
  if (layer === "delete") return <DeleteDialog message={message} article={article} onClose={end} />;
  if (layer === "forward") return <ForwardDialog message={message} onClose={end} />;
  if (layer === "remind") return <RemindDialog message={message} onClose={end} />;
  if (layer === "history") return <HistoryDialog message={message} onClose={end} />;
  return (
    <AssignDialog
      message={message}
      readerId={reader.id}
      onAssign={(to) => void change({ type: "incident", ...(to ? { act: "assign", to } : { act: "unassign" }) })}
      onClose={end}
    />
  );
}

/** Confirms deleting a message. The message disappears immediately, and returns with a toast if the server refuses. */
function DeleteDialog({ message, article, onClose }: Pick<MessageLayerProps, "message" | "article" | "onClose">) {
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
      onOpenChange={(open) => open || onClose()}
      title={`Delete message by ${message.author.name}?`}
      description={
        <>
          “
          <span className="text-text [overflow-wrap:anywhere]">
            <MessageLine message={message} />
          </span>
          ” will be deleted for everyone. This can't be undone.
        </>
      }
      confirmText="Delete"
      onConfirm={remove}
    />
  );
}

/** Chooses when to be reminded of a message, which is saved for later with it. */
function RemindDialog({ message, onClose }: Pick<MessageLayerProps, "message" | "onClose">) {
  return (
    <MomentDialog
      title="Remind me"
      description="The message is saved for later, and you get it again at this time."
      verb="Set reminder"
      onChoose={(at) => void saveMessage(message, at)}
      onClose={onClose}
    />
  );
}
