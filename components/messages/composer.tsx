"use client";

import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { MESSAGE_LIMIT } from "@/lib/messages/dto";
import { useGrowingTextArea } from "./use-growing-text-area";

// The counter appears only when the end comes near.
const WARN_BELOW = 200;

/** Where one writes: Enter sends, Shift-Enter begins a new line. Text that is too long stays and says so. */
export function Composer({ channelName, onSend }: { channelName: string; onSend: (content: string) => void }) {
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  useGrowingTextArea(field, text);
  // Who opens a channel with a mouse or keyboard can write at once; on touch the keyboard would cover what is to be read.
  useEffect(() => {
    if (window.matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, []);
  const left = MESSAGE_LIMIT - (text.length > MESSAGE_LIMIT - WARN_BELOW ? [...text.trim()].length : 0);
  const sendable = text.trim() !== "" && left >= 0;

  const submit = () => {
    field.current?.focus();
    if (!sendable) return;
    onSend(text.trim());
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter belongs to it.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      action={submit}
      className="mx-4 mb-4 flex items-end gap-1 rounded-xl border border-border-strong bg-surface-raised p-1.5 focus-within:border-focus max-md:mx-2 max-md:mb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      <textarea
        ref={field}
        value={text}
        rows={1}
        aria-label={`Message #${channelName}`}
        aria-describedby={hintId}
        aria-invalid={left < 0 || undefined}
        placeholder={`Message #${channelName}`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="target-y max-h-[40dvh] min-w-0 flex-1 resize-none bg-transparent px-2.5 py-1.5 text-base outline-none"
      />
      <span
        id={hintId}
        role="status"
        className={left < 0 ? "self-center px-1 text-danger text-xs" : "self-center px-1 text-text-muted text-xs"}
      >
        {left < WARN_BELOW && (left < 0 ? `${-left} characters too long` : `${left} left`)}
      </span>
      <Button
        variant={sendable ? "primary" : "ghost"}
        size="small"
        type="submit"
        aria-label="Send"
        disabled={!sendable}
      >
        <SendHorizontal aria-hidden="true" />
      </Button>
    </form>
  );
}
