"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import type { PendingMessage } from "@/components/composer/pending";
import { store, useStore } from "@/lib/browser/store";
import type { MessageDto } from "@/lib/messages/dto";
import { useActions, useInThread } from "./actions-context";

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
function stopEditing(place: string): void {
  const places = editing.get();
  if (places.has(place)) editing.set(new Set([...places].filter((each) => each !== place)));
}

/** Whether the message is being edited at this place: only a message that this changes for is rendered anew. */
function useIsEditing(place: string): boolean {
  return useStore(editing, (places) => places.has(place), false);
}

type Unsaved = { text: string; error: string };

/** The editing of one message: saved at once, and open again with its text when the server refuses it. */
export function useEditor(message: MessageDto, mayEdit: boolean, article: RefObject<HTMLElement | null>) {
  const { change } = useActions();
  const place = editingPlace(message.id, useInThread());
  const isEditing = useIsEditing(place) && mayEdit;
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null);
  useEffect(() => () => stopEditing(place), [place]);

  function close(): void {
    // Move the focus before the editor unmounts, or it would be lost.
    article.current?.focus({ preventScroll: true });
    setUnsaved(null);
    stopEditing(place);
  }

  async function save(text: string): Promise<void> {
    close();
    const error = await change(message.id, { type: "edit", content: text });
    if (!error) return;
    setUnsaved({ text, error });
    startEditing(place);
  }
  return { isEditing, unsaved, open: () => startEditing(place), close, save };
}

type Written = { messages: readonly MessageDto[]; pending: readonly PendingMessage[]; hasNewer: boolean };

/** Opens the editor on what this person wrote last. What is still on its way is waited for, while nothing else is written. */
export function useEditLast(
  { messages, pending, hasNewer }: Written,
  personId: string,
  edit: (id: string) => void,
): () => void {
  const awaited = useRef<Element | null>(null);
  const onItsWay = pending.some(({ error }) => error === null);
  const open = () => {
    const last = hasNewer ? null : lastOwnMessage(messages, personId);
    if (last) edit(last);
  };
  useEffect(() => {
    if (onItsWay || !awaited.current) return;
    const composer = awaited.current;
    awaited.current = null;
    const untouched = composer === document.activeElement && "value" in composer && composer.value === "";
    if (untouched && pending.length === 0) open();
  });
  return () => {
    if (onItsWay) awaited.current = document.activeElement;
    else open();
  };
}

/** The id of the last message that this person wrote; null when none of these is theirs. */
export function lastOwnMessage(messages: readonly MessageDto[], personId: string): string | null {
  const own = messages.findLast(({ author, deleted }) => !deleted && author.kind === "user" && author.id === personId);
  return own?.id ?? null;
}
