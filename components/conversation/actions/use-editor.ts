"use client";

import { type RefObject, useEffect, useState } from "react";
import type { MessageDto } from "@/lib/messages/dto";
import { useActions } from "./actions-context";
import { editingPlace, startEditing, stopEditing, useIsEditing } from "./editing";
import { useInThread } from "./in-thread";

type Unsaved = { text: string; error: string };

/** The editing of one message: saved at once, and open again with its text when the server refuses it. */
export function useEditor(message: MessageDto, mayEdit: boolean, article: RefObject<HTMLElement | null>) {
  const { change } = useActions();
  const place = editingPlace(message.id, useInThread());
  const isEditing = useIsEditing(place) && mayEdit;
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null);
  useEffect(() => () => stopEditing(place), [place]);

  function close(): void {
    // Before the editor goes, or the focus would go with it.
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
