"use client";

import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { toDraft, toSent } from "@/components/composer/mention-text";
import { LengthHint, useGrowingTextArea } from "@/components/composer/text-area";
import { mentionsOf } from "@/components/message/markdown/mentions";
import { Button } from "@/components/ui/button";
import { MESSAGE_LIMIT, type MessageDto } from "@/lib/messages/dto";
import { codePoints } from "@/lib/text";

/** The editor in place of a message's text. Enter saves, Escape cancels. */
export function EditForm({ message, unsaved, onSave, onDelete, onCancel }: EditFormProps) {
  const [draft, setDraft] = useState(() => toDraft(unsaved?.text ?? message.content, mentionsOf(message, null).names));
  const { text } = draft;
  const content = toSent(draft).trim();
  const meaning = editMeaning(content, message.content, message.attachments.length > 0);
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  useGrowingTextArea(field, text);
  // Runs once: the editor's initial text doesn't change.
  const reopened = useRef(unsaved !== null);
  useLayoutEffect(() => {
    if (!reopened.current || !isWritingElsewhere()) takeFocus(field.current);
  }, []);

  const save = () => {
    if (meaning === "save") onSave(content);
    else if (meaning === "nothing") onCancel();
    else if (meaning === "delete") onDelete();
    else field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method handles these keys while composing.
    if (event.nativeEvent.isComposing || event.shiftKey) return;
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    if (event.key === "Enter") save();
    else onCancel();
  };
  return (
    <form action={save} className="my-1 flex flex-col gap-1.5 text-text">
      <textarea
        ref={field}
        value={text}
        rows={1}
        aria-label="Edit message"
        aria-describedby={hintId}
        aria-invalid={meaning === "too-long" || unsaved !== null || undefined}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
        onKeyDown={onKeyDown}
        className="target-y max-h-[40dvh] w-full resize-none rounded-lg border border-border-strong bg-surface-raised px-3 py-1.5 text-base outline-none focus:border-focus aria-invalid:border-danger pointer-coarse:py-2.5 pointer-coarse:text-[1rem]"
      />
      {unsaved && (
        <p role="alert" className="text-danger text-sm">
          {unsaved.error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" size="small" type="submit" disabled={meaning === "too-long"}>
          Save
        </Button>
        <Button variant="ghost" size="small" onClick={onCancel}>
          Cancel
        </Button>
        <LengthHint id={hintId} content={content} />
      </div>
    </form>
  );
}

/** Returns whether the focus is in another field. Then an editor that reopens after a failed save must not take it. */
function isWritingElsewhere(): boolean {
  return document.activeElement instanceof HTMLTextAreaElement && document.activeElement.value !== "";
}

/** Focuses the field with the caret at the end. */
function takeFocus(field: HTMLTextAreaElement | null): void {
  if (!field) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
  field.scrollIntoView({ block: "nearest" });
}

type EditFormProps = {
  message: MessageDto;
  /** A text that couldn't be saved, and why: the editor starts with it. */
  unsaved: { text: string; error: string } | null;
  onSave: (content: string) => void;
  onDelete: () => void;
  onCancel: () => void;
};

type Meaning = "delete" | "nothing" | "too-long" | "save";

/** Returns what saving `text` in place of `before` does. Both are as sent; a message with files needs no text. */
export function editMeaning(text: string, before: string, hasFiles: boolean): Meaning {
  const trimmed = text.trim();
  if (trimmed === "" && !hasFiles) return "delete";
  if (trimmed === before) return "nothing";
  return codePoints(trimmed) > MESSAGE_LIMIT ? "too-long" : "save";
}
