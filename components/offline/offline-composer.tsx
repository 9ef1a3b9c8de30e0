import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { LengthHint } from "@/components/chat/composer/length-hint";
import { contentOf, leftIn, usedMarks } from "@/components/chat/composer/mention-text";
import { charactersLeft, FEW_LEFT } from "@/components/chat/composer/text-edit";
import { useDraft } from "@/components/chat/composer/use-draft";
import { useDraftField } from "@/components/chat/composer/use-draft-field";
import { Button } from "@/components/ui/controls/button";
import { SendHorizontal } from "@/components/ui/icons/icons";
import type { KeptOwner } from "@/lib/browser/kept/types";
import { useStore } from "@/lib/browser/store";

type OfflineComposerProps = {
  me: KeptOwner;
  channelId: string;
  label: string;
  /** Resolves to whether it's stored. */
  onWrite: (content: string) => Promise<boolean>;
};

/** The composer while offline: it shares the online draft and takes text only. */
export function OfflineComposer({ me, channelId, label, onWrite }: OfflineComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const { draft, update, clear } = useDraft(me.id, { channelId, conversationId: channelId }, field);
  useDraftField(field, draft);
  useEffect(() => {
    if (window.matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, []);
  const left = useStore(draft, null, leftIn);
  const isTooLong = left !== null && left < 0;
  const isNear = left !== null && left < FEW_LEFT;

  const storing = useRef(false);
  async function submit(): Promise<void> {
    const before = draft.get();
    const written = contentOf(before);
    if (storing.current || written === "" || charactersLeft(written) < 0) return;
    storing.current = true;
    // The draft is the only copy until then.
    const isStored = await onWrite(written).catch(() => false);
    storing.current = false;
    if (!isStored) return;
    const { text, marks } = draft.get();
    if (text === before.text) clear();
    // Typed meanwhile.
    else if (text.startsWith(before.text)) update({ text: text.slice(before.text.length), marks });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="mx-4 mb-4 flex items-end gap-1 rounded-xl border border-border-strong bg-surface-raised p-1.5 focus-within:border-focus max-md:mx-2 max-md:mb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      <textarea
        ref={field}
        rows={1}
        aria-label={label}
        aria-describedby={isNear ? `${id}-hint` : undefined}
        aria-invalid={isTooLong || undefined}
        placeholder={label}
        enterKeyHint="send"
        onChange={({ currentTarget: { value } }) =>
          update({ text: value, marks: usedMarks({ ...draft.get(), text: value }) })
        }
        onKeyDown={onKeyDown}
        className="target-y field-sizing-content max-h-[40dvh] min-w-0 flex-1 resize-none bg-transparent px-2.5 py-1.5 text-base outline-none placeholder:truncate pointer-coarse:py-2.5 pointer-coarse:text-[1rem]"
      />
      {isNear && <LengthHint id={`${id}-hint`} left={left} />}
      <Button
        variant={left !== null && !isTooLong ? "primary" : "ghost"}
        size="small"
        type="submit"
        aria-label="Send"
        disabled={left === null || isTooLong}
      >
        <SendHorizontal aria-hidden="true" />
      </Button>
    </form>
  );
}
