"use client";

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const editing = new Set<string>();

/** Where a message is edited: one with a thread may stand in the channel and in the thread beside it. */
export function editingPlace(messageId: string, inThread: boolean): string {
  return inThread ? `${messageId} in thread` : messageId;
}

/**
 * Opens the editor in place of a message's text; it takes the focus. For a message that isn't on the page, or that the reader may
 * not edit, nothing is to be seen.
 */
export function startEditing(place: string): void {
  if (!editing.has(place)) tell(() => editing.add(place));
}

/** Closes the editor at this place, if it is open. */
export function stopEditing(place: string): void {
  if (editing.has(place)) tell(() => editing.delete(place));
}

/** Whether the message is being edited at this place: only a message that this changes for is rendered anew. */
export function useIsEditing(place: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => editing.has(place),
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
