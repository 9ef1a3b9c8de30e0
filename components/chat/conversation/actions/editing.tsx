"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import type { PendingMessage } from "@/components/chat/composer/pending";
import { deferred } from "@/components/ui/deferred/deferred";
import { store, useStore } from "@/lib/browser/store";
import type { MessageDto } from "@/lib/messages/dto";
import { useActions, useInThread } from "./actions-context";

const editForm = deferred(() => import("./edit-form"));

const editing = store<ReadonlySet<string>>(new Set());
// The fields from which editors were opened, which get the focus back.
const openers = new Map<string, HTMLElement>();

/** Returns the key of a message's editor. A message with a thread can appear twice: in the channel and in the thread. */
export function editorKey(messageId: string, inThread: boolean): string {
  return inThread ? `${messageId} in thread` : messageId;
}

/** Opens a message's editor and focuses it. Nothing appears if the message isn't on the page or the user can't edit it. */
export function startEditing(key: string): void {
  const keys = editing.get();
  if (keys.has(key)) return;
  const from = document.activeElement;
  if (from instanceof HTMLTextAreaElement) openers.set(key, from);
  else openers.delete(key);
  editing.set(new Set([...keys, key]));
}

function stopEditing(key: string): void {
  const keys = editing.get();
  if (keys.has(key)) editing.set(new Set([...keys].filter((each) => each !== key)));
}

/** Returns whether this editor is open. Only the messages concerned render again. */
function useIsEditing(key: string): boolean {
  return useStore(editing, false, (keys) => keys.has(key));
}

type UnsavedEdit = { text: string; error: string };

/**
 * Provides a message's editor, whose form is loaded when it opens. Saving closes it immediately; it reopens with its text
 * if the server refuses. Saving an empty text calls `onDelete`.
 */
export function useEditor(
  message: MessageDto,
  mayEdit: boolean,
  article: RefObject<HTMLElement | null>,
  onDelete: () => void,
) {
  const { change } = useActions();
  const key = editorKey(message.id, useInThread());
  const isEditing = useIsEditing(key) && mayEdit;
  const [unsaved, setUnsaved] = useState<UnsavedEdit | null>(null);
  useEffect(() => () => stopEditing(key), [key]);
  const EditForm = editForm.use()?.EditForm;
  useEffect(() => {
    if (isEditing) void editForm.load();
  }, [isEditing]);

  function close(): void {
    // Move the focus before the editor unmounts, or it would be lost.
    const opener = openers.get(key);
    (opener?.isConnected ? opener : article.current)?.focus({ preventScroll: true });
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
  const form = isEditing && EditForm && (
    <EditForm
      message={message}
      unsaved={unsaved}
      onSave={(text) => void save(text)}
      onDelete={onDelete}
      onCancel={close}
    />
  );
  return { form: form || undefined, open: () => startEditing(key) };
}

type OwnMessages = { messages: readonly MessageDto[]; pending: readonly PendingMessage[]; hasNewer: boolean };

/**
 * Returns a function that edits this person's last message. It waits for a message still being sent, unless the person
 * types meanwhile.
 */
export function useEditLast(
  { messages, pending, hasNewer }: OwnMessages,
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

/** Returns the id of this person's last message; null if there is none. */
export function lastOwnMessage(messages: readonly MessageDto[], personId: string): string | null {
  const own = messages.findLast(({ author, deleted }) => !deleted && author.kind === "user" && author.id === personId);
  return own?.id ?? null;
}
