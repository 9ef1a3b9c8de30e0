"use client";

import type { KeyboardEvent, MouseEvent } from "react";
import { isMessageKey } from "@/components/chat/keyboard/keys";
import { deferred } from "@/components/ui/deferred/deferred";
import type { MessageDto } from "@/lib/messages/dto";
import { type AllowedActions, type MessageHandlers, useConversationId, useQuickChange } from "./actions-context";
import { lastCameByKey } from "./use-active";

const acts = deferred(() => import("./message-acts"));

/**
 * Returns the key handler of a message: commands while the focus ring is on it or on something in it. After a click
 * there is none, and typing goes to the composer. Why: docs/decisions/message-keys.md
 */
export function useMessageKeys(message: MessageDto, allowed: AllowedActions, on: MessageHandlers) {
  const conversationId = useConversationId(message);
  const change = useQuickChange(message.id);
  return (event: KeyboardEvent<HTMLElement>) => {
    if (!isInMessage(event) || !lastCameByKey()) return;
    if (event.nativeEvent.isComposing || !isMessageKey(event)) return;
    // Otherwise the composer would take the letter.
    event.preventDefault();
    if (!event.repeat)
      void acts.load().then((part) => part?.runKey(event, { message, allowed, on, conversationId, change }));
  };
}

/** Returns whether the focus is on the message or on something in it that doesn't take letters itself. */
function isInMessage({ target, currentTarget }: Pick<KeyboardEvent, "target" | "currentTarget">): boolean {
  // Keys in a dialog or menu that the message opened bubble through React's tree.
  return target instanceof Element && currentTarget.contains(target) && !target.matches(TAKES_LETTERS);
}

const TAKES_LETTERS = "input, textarea, select, video, audio";

// They have useful menus of their own.
const NATIVE = "a, img, video, input, textarea, [data-state=open]";

/** Returns where a right-click, or the menu key, opens the message's menu; null leaves it to the browser. */
export function menuPoint({ target, currentTarget, nativeEvent, button, shiftKey, clientX, clientY }: MouseEvent) {
  // Portal events bubble through React's tree; only those inside the message count.
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(NATIVE)) return null;
  if ("pointerType" in nativeEvent && nativeEvent.pointerType === "touch") return null;
  const selection = getSelection();
  if (selection && !selection.isCollapsed && selection.containsNode(target, true)) return null;
  return button === 2 && shiftKey ? null : { x: clientX, y: clientY };
}
