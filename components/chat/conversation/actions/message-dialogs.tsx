"use client";

import type { RefObject } from "react";
import type { Change } from "@/components/chat/conversation/run/local-change";
import { AssignDialog } from "@/components/chat/incidents/assign-dialog";
import { saveMessage } from "@/components/chat/later/save-later";
import { MomentDialog } from "@/components/ui/overlays/moment-dialog";
import type { MessageDto } from "@/lib/messages/dto";
import { DeleteDialog } from "./delete-dialog";
import { ForwardDialog } from "./forward-dialog";
import { HistoryDialog } from "./history-dialog";
import { backToMessage } from "./message-focus";

// One chunk: a menu often opens a dialog, and the page needs to know of one chunk only.
export { ActionSheet } from "./action-sheet";
export { MessageMenu } from "./message-commands";

/** The dialogs that a message's actions open. */
export type MessageDialogKind = "history" | "delete" | "assign" | "remind" | "forward";

type MessageDialogProps = {
  kind: MessageDialogKind;
  message: MessageDto;
  readerId: string;
  article: RefObject<HTMLElement | null>;
  change: (change: Change) => Promise<void>;
  onClose: () => void;
};

/** One of them, which gives the focus back to the message. */
export function MessageDialog({ kind, message, readerId, article, change, onClose }: MessageDialogProps) {
  const end = () => {
    onClose();
    backToMessage(article.current);
  };
  if (kind === "delete") return <DeleteDialog message={message} article={article} onClose={onClose} />;
  if (kind === "forward") return <ForwardDialog message={message} onClose={end} />;
  if (kind === "remind") return <RemindDialog message={message} onClose={end} />;
  if (kind === "history") return <HistoryDialog message={message} onClose={end} />;
  return (
    <AssignDialog
      message={message}
      readerId={readerId}
      onAssign={(to) => void change({ type: "incident", ...(to ? { act: "assign", to } : { act: "unassign" }) })}
      onClose={end}
    />
  );
}

/** Chooses when to be reminded of a message, which is saved for later with it. */
function RemindDialog({ message, onClose }: { message: MessageDto; onClose: () => void }) {
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
