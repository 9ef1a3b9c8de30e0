"use client";

import { clsx } from "clsx";
import { type ComponentProps, type RefObject, useEffect, useId } from "react";
import { type Readable, useStore } from "@/lib/browser/store";
import { useFormattingShown } from "./composer-tools";
import { loadWriting, useWritingParts } from "./deferred-writing";
import type { Draft } from "./mention-text";
import { FEW_LEFT } from "./text-edit";
import { useDraftField } from "./use-draft-field";
import type { useWriting } from "./use-writing";

type WritingFieldProps = Omit<ComponentProps<"textarea">, "ref" | "value"> & {
  field: RefObject<HTMLTextAreaElement | null>;
  draft: Readable<Draft>;
  /** How many characters are left, if they're few; null if there's no text. */
  left: number | null;
  writing: ReturnType<typeof useWriting>;
  /** Where the suggestions open: over the box around the field, or below it. */
  opens?: "above" | "below";
};

/**
 * The text area for messages with what belongs to it: suggestions, formatting buttons and the count. It shows Markdown
 * as it is written: in an editable document, undo, input methods and screen readers work less well, and typing is slower.
 * The browser keeps the text, so a key doesn't render it again.
 */
export function WritingField({
  field,
  draft,
  left,
  writing,
  opens = "above",
  className,
  ...textarea
}: WritingFieldProps) {
  const { suggestions, isSelected, format, handlers } = writing;
  const { open } = suggestions;
  const parts = useWritingParts();
  const isFormattingShown = useFormattingShown();
  const [listId, hintId] = [useId(), useId()];
  useDraftField(field, draft);
  const hasSigns = useStore(draft, false, ({ text }) => text.includes("\uFE0F"));
  const isNear = left !== null && left < FEW_LEFT;
  useEffect(() => {
    if (isNear) void loadWriting();
  }, [isNear]);
  return (
    <>
      <textarea
        {...textarea}
        ref={field}
        dir="auto"
        rows={1}
        aria-describedby={isNear ? hintId : undefined}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={open ? listId : undefined}
        aria-activedescendant={parts && open ? parts.optionId(listId, open.active) : undefined}
        onChange={(event) => handlers.onChange(event.currentTarget)}
        onSelect={(event) => handlers.onSelect(event.currentTarget)}
        onKeyDown={handlers.onKeyDown}
        onKeyUp={handlers.onKeyUp}
        onPaste={handlers.onPaste}
        onBlur={handlers.onBlur}
        className={clsx(
          "field-sizing-content max-h-[40dvh] min-w-0 resize-none bg-transparent text-base outline-none placeholder:truncate pointer-coarse:text-[1rem]",
          // Its text can't be cut up.
          hasSigns && "font-signs",
          className,
        )}
      />
      {parts && open && (
        <parts.SuggestionList
          id={listId}
          suggestions={open}
          opens={opens}
          onTake={suggestions.take}
          onActivate={suggestions.activate}
        />
      )}
      {parts && isSelected && <parts.SelectionBar field={field} draft={draft} onStyle={format} />}
      {parts && <parts.FormattingRow isShown={isFormattingShown} isSelected={isSelected} onStyle={format} />}
      {parts && isNear && <parts.LengthHint id={hintId} left={left} />}
      <p role="status" className="sr-only">
        {parts && open && parts.foundText(open)}
      </p>
    </>
  );
}
