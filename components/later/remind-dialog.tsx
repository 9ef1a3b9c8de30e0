"use client";

import { MomentDialog } from "@/components/ui/moment-dialog";
import type { MessageDto } from "@/lib/messages/dto";
import { saveMessage } from "./save-later";

/** Chooses when to be reminded of a message, which is saved for later with it. */
export function RemindDialog({ message, onClose }: { message: MessageDto; onClose: () => void }) {
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
