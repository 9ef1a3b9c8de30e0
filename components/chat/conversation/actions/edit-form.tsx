"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { ComposerTools } from "@/components/chat/composer/composer-tools";
import { contentOf, type Draft, leftIn } from "@/components/chat/composer/mention-text";
import { charactersLeft } from "@/components/chat/composer/text-edit";
import { toDraft } from "@/components/chat/composer/to-draft";
import { useWriting } from "@/components/chat/composer/use-writing";
import { WritingField } from "@/components/chat/composer/writing-field";
import { mentionsOf } from "@/components/chat/message/markdown/mentions";
import { Button } from "@/components/ui/controls/button";
import { store, useStore } from "@/lib/browser/store";
import type { MessageDto } from "@/lib/messages/dto";

/** The editor in place of a message's text. Enter saves, Escape cancels. */
export function EditForm({ message, unsaved, onSave, onDelete, onCancel }: EditFormProps) {
  const [draft] = useState(() => store(toDraft(unsaved?.text ?? message.content, mentionsOf(message, null).names)));
  const meaningOf = (now: Draft) => editMeaning(contentOf(now), message.content, message.attachments.length > 0);
  const meaning = useStore(draft, "nothing", meaningOf);
  const left = useStore(draft, null, leftIn);
  const field = useRef<HTMLTextAreaElement>(null);
  // Runs once: the editor's initial text doesn't change.
  const reopened = useRef(unsaved !== null);
  const [opens, setOpens] = useState<"above" | "below">("above");
  useLayoutEffect(() => {
    if (!reopened.current || !isWritingElsewhere()) takeFocus(field.current);
    // Over a message at the top of the view, the suggestions would be out of it.
    if ((field.current?.getBoundingClientRect().top ?? 0) < window.innerHeight / 2) setOpens("below");
  }, []);

  const save = () => {
    const now = meaningOf(draft.get());
    if (now === "save") onSave(contentOf(draft.get()));
    else if (now === "nothing") onCancel();
    else if (now === "delete") onDelete();
    else field.current?.focus();
  };
  const writing = useWriting({
    field,
    channelId: message.channelId,
    latest: draft.get,
    update: draft.set,
    onEnter: save,
    onOtherKey: ({ key }) => {
      if (key !== "Escape") return false;
      onCancel();
      return true;
    },
  });
  return (
    <div className="@container my-1 max-w-measure">
      <form
        action={save}
        // It would put back the text that the field began with.
        onReset={(event) => event.preventDefault()}
        className="writing-box relative rounded-lg border border-border-strong bg-surface-raised p-1.5 text-text focus-within:border-focus has-aria-invalid:border-danger"
      >
        <WritingField
          field={field}
          draft={draft}
          left={left}
          writing={writing}
          opens={opens}
          aria-label="Edit message"
          aria-invalid={meaning === "too-long" || unsaved !== null || undefined}
          className="px-1.5 pt-1 pb-1.5 [grid-area:text]"
        />
        {unsaved && (
          <p role="alert" className="px-1.5 pb-1.5 text-danger text-sm [grid-area:above]">
            {unsaved.error}
          </p>
        )}
        <ComposerTools format={writing.format} insert={writing.insert} insertSign={writing.insertSign} />
        <div className="flex items-center gap-1.5 [grid-area:end]">
          <Button variant="ghost" size="small" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="primary" size="small" type="submit" aria-disabled={meaning === "too-long" || undefined}>
            Save
          </Button>
        </div>
      </form>
    </div>
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
  message: Pick<MessageDto, "channelId" | "content" | "attachments" | "mentions" | "mentionsEveryone">;
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
  return charactersLeft(trimmed) < 0 ? "too-long" : "save";
}
