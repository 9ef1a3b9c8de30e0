"use client";

import { store, useStore } from "@/lib/browser/store";

const editing = store<ReadonlySet<string>>(new Set());

/** Where a message is edited: one with a thread may stand in the channel and in the thread beside it. */
export function editingPlace(messageId: string, inThread: boolean): string {
  return inThread ? `${messageId} in thread` : messageId;
}

/**
 * Opens the editor in place of a message's text; it takes the focus. For a message that isn't on the page, or that the reader may
 * not edit, nothing is to be seen.
 */
export function startEditing(place: string): void {
  const places = editing.get();
  if (!places.has(place)) editing.set(new Set([...places, place]));
}

/** Closes the editor at this place, if it is open. */
export function stopEditing(place: string): void {
  const places = editing.get();
  if (places.has(place)) editing.set(new Set([...places].filter((each) => each !== place)));
}

/** Whether the message is being edited at this place: only a message that this changes for is rendered anew. */
export function useIsEditing(place: string): boolean {
  return useStore(editing, (places) => places.has(place), false);
}
