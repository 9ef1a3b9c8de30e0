import { isQuotable, quoteMessage } from "@/components/chat/composer/quote";
import type { Change } from "@/components/chat/conversation/run/local-change";
import type { KeyPress } from "@/components/chat/keyboard/keys";
import { type KeyCommand, keyCommand } from "@/components/chat/keyboard/message-keys";
import { saveMessage, unsaveMessage } from "@/components/chat/later/save-later";
import { toast } from "@/components/ui/overlays/toaster";
import { forgetReads, moveRead } from "@/lib/browser/reading";
import { request } from "@/lib/browser/request";
import { isSaved } from "@/lib/browser/sidebar";
import { isAcknowledged, type MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";
import type { AllowedActions, MessageHandlers } from "./actions-context";
import { copyLink } from "./copy";

/** Returns what each key, and the menu's item for it, does with this message; false where the reader may not. */
export function messageActs({ message, allowed, on, conversationId, change }: KeyedMessage) {
  const { incident } = message;
  const act = incident && isAcknowledged(incident) ? "unacknowledge" : "acknowledge";
  return {
    react: allowed.react && on.onPickReaction,
    reply: allowed.reply && on.onReply,
    edit: allowed.edit && on.onEdit,
    quote: allowed.pin && isQuotable(message) && (() => quoteMessage(conversationId, message)),
    copy: () => void copyLink(message),
    pin: allowed.pin && (() => void change({ type: "pin", on: !message.pinned })),
    unread: allowed.pin && (() => void markUnreadFrom(message.channelId, message.seq)),
    save: !message.deleted && (() => void (isSaved(message.id) ? unsaveMessage(message) : saveMessage(message))),
    forward: !message.deleted && on.onForward,
    acknowledge: allowed.pin && incident != null && (() => void change({ type: "incident", act })),
    delete: allowed.remove && on.onDelete,
  } satisfies Record<KeyCommand, false | (() => void)>;
}

/** Runs the command of a key pressed on this message, if the reader may. */
export function runKey(press: KeyPress, keyed: KeyedMessage): void {
  const command = keyCommand(press);
  const act = command !== null && command !== "none" && messageActs(keyed)[command];
  if (act) act();
}

/** A message that can get keys, and what they can do with it. */
type KeyedMessage = {
  message: MessageDto;
  allowed: AllowedActions;
  on: MessageHandlers;
  /** The channel or thread in whose composer it's quoted. */
  conversationId: string;
  change: (change: Change) => Promise<void>;
};

/** Marks the message with this `seq` and all later ones as unread; shows a toast on failure. */
async function markUnreadFrom(channelId: string, seq: number): Promise<void> {
  await forgetReads(channelId);
  const { ok } = await request(paths.api.unread(channelId), { method: "POST", body: { seq } });
  if (ok) moveRead({ channelId, lastReadSeq: seq - 1, back: true });
  else toast.error("Couldn't mark the messages as unread. Try again in a moment.");
}
