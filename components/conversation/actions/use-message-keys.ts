"use client";

import type { KeyboardEvent, MouseEvent } from "react";
import { late } from "@/components/ui/late";
import type { MessageDto } from "@/lib/messages/dto";
import { type Allowed, useInThread, useQuickChange } from "./actions-context";
import type { MessageHandlers } from "./toolbar";
import { lastCameByKey } from "./use-active";

const keys = late(() => import("./message-keys"));

/**
 * Returns the key handler of a message: commands for a message that has the focus ring. After a click it has none, and
 * typing goes to the composer. Why: docs/decisions/message-keys.md
 */
export function useMessageKeys(message: MessageDto, allowed: Allowed, on: MessageHandlers) {
  const conversationId = useInThread() ? (message.threadId ?? message.id) : message.channelId;
  const change = useQuickChange(message.id);
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || !lastCameByKey() || !mayBeCommand(event)) return;
    // Otherwise the composer would take the letter.
    event.preventDefault();
    if (!event.repeat)
      void keys.load().then((part) => part?.runKey(event, { message, allowed, on, conversationId, change }));
  };
}

/** Returns whether `keyCommand`, which is loaded on use, isn't null. */
function mayBeCommand({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || nativeEvent.isComposing) return false;
  return key === "Delete" || key === "Backspace" || ([...key].length === 1 && key !== " " && key !== "?");
}

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
