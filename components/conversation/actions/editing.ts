"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import type { PendingMessage } from "@/components/composer/pending";
import { store, useStore } from "@/lib/browser/store";
import type { MessageDto } from "@/lib/messages/dto";
import { useActions, useInThread } from "./actions-context";

const editing = store<ReadonlySet<string>>(new Set());

/** The key of a message's editor: one with a thread may appear in the channel and in the thread beside it. */
export function editorKey(messageId: string, inThread: boolean): string {
  return inThread ? `${messageId} in thread` : messageId;
}

/**
 * Opens the editor in place of a message's text; it takes the focus. For a message that isn't on the page, or that the reader may
 * not edit, nothing is to be seen.
 */
export function startEditing(key: string): void {
  const keys = editing.get();
  if (!keys.has(key)) editing.set(new Set([...keys, key]));
}

/** Closes this editor, if it is open. */
function stopEditing(key: string): void {
  const keys = editing.get();
  if (keys.has(key)) editing.set(new Set([...keys].filter((each) => each !== key)));
}

/** Whether this editor is open: only a message that this changes for is rendered anew. */
function useIsEditing(key: string): boolean {
  return useStore(editing, (keys) => keys.has(key), false);
}

type Unsaved = { text: string; error: string };

/** The editing of one message: saved at once, and open again with its text when the server refuses it. */
export function useEditor(message: MessageDto, mayEdit: boolean, article: RefObject<HTMLElement | null>) {
  const { change } = useActions();
  const key = editorKey(message.id, useInThread());
  const isEditing = useIsEditing(key) && mayEdit;
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null);
  useEffect(() => () => stopEditing(key), [key]);

  function close(): void {
    // Move the focus before the editor unmounts, or it would be lost.
    article.current?.focus({ preventScroll: true });
    setUnsaved(null);
    stopEditing(key);
  }

  async function save(text: string): Promise<void> {
    close();
    const error = await change(message.id, { type: "edit", content: text });
    if (!error) return;
    setUnsaved({ text, error });
    startEditing(key);
  }
  return { isEditing, unsaved, open: () => startEditing(key), close, save };
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
