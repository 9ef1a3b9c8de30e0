"use client";

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const editing = new Set<string>();

/**
 * Opens the editor in place of a message's text, wherever on the page that message stands; it takes the focus. For a message that
 * isn't on the page, or that the reader may not edit, nothing is to be seen.
 */
export function startEditing(messageId: string): void {
  if (!editing.has(messageId)) tell(() => editing.add(messageId));
}

/** Closes the editor of this message, if it is open. */
export function stopEditing(messageId: string): void {
  if (editing.has(messageId)) tell(() => editing.delete(messageId));
}

/** Whether this message is being edited: only a message that this changes for is rendered anew. */
export function useIsEditing(messageId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => editing.has(messageId),
    () => false,
  );
}

function tell(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
