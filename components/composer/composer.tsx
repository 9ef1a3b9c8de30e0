"use client";

import { Eye, Paperclip, SendHorizontal } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { latePart } from "@/components/ui/late";
import { channelTitle } from "@/lib/channels/dto";
import { MESSAGE_LIMIT } from "@/lib/messages/dto";
import { codePoints } from "@/lib/text";
import { addFiles, useTray } from "./files/tray";
import { toSent } from "./mention-text";
import { registerComposer } from "./open-composers";
import { optionId } from "./suggestions";
import { LengthHint, useGrowingTextArea } from "./text-area";
import { type ComposerProps, useComposer } from "./use-composer";
import { useTypedBeside } from "./use-typed-beside";

const SuggestionList = latePart(async () => (await import("./suggestion-list")).SuggestionList);
const EveryoneDialog = latePart(async () => (await import("./everyone-dialog")).EveryoneDialog);
const FileTray = latePart(async () => (await import("./files/file-tray")).FileTray);
const Preview = latePart(async () => (await import("./preview")).Preview);

/** The composer: Enter sends, Shift+Enter starts a new line, and @, # and : suggest people, channels and emoji. */
export function Composer(props: ComposerProps) {
  const { channel, me, threadId } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, tray, suggestions, preview, ask, ...on } = useComposer(props, field);
  const { open } = suggestions;
  const id = useId();
  useGrowingTextArea(field, draft.text);
  useTypedBeside(field);
  const kind = threadId === undefined ? "channel" : "thread";
  useEffect(() => (field.current ? registerComposer(kind, field.current) : undefined), [kind]);
  // With a mouse or keyboard the composer takes the focus immediately; on touch the keyboard would cover the messages.
  useEffect(() => {
    if (window.matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, []);
  const content = toSent(draft).trim();
  const tooLong = codePoints(content) > MESSAGE_LIMIT;
  const { files, problems, said } = useTray(tray);
  const sendable = (content !== "" || files.length > 0) && !tooLong;
  const label = threadId === undefined ? `Message ${channelTitle(channel)}` : "Reply";
  return (
    <div className="relative mx-4 mb-4 max-md:mx-2 max-md:mb-2 short:mb-1">
      <form
        // Handles presses before hydration as well; afterwards `onSubmit` clears the text immediately, not in a
        // transition.
        action={() => on.submit()}
        onSubmit={(event) => {
          event.preventDefault();
          on.submit();
        }}
        className="rounded-xl border border-border-strong bg-surface-raised focus-within:border-focus"
      >
        {preview.shown && <Preview draft={draft} channelId={channel.id} me={me} />}
        {(files.length > 0 || problems.length > 0) && (
          <FileTray trayKey={tray} onEmptied={() => field.current?.focus()} />
        )}
        <div className="flex items-end gap-1 p-1.5">
          <AttachButton
            onFiles={(chosen) => {
              addFiles(tray, chosen);
              field.current?.focus();
            }}
          />
          <textarea
            ref={field}
            data-composer={kind}
            value={draft.text}
            rows={1}
            aria-label={label}
            aria-describedby={`${id}-hint`}
            aria-invalid={tooLong || undefined}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={open ? `${id}-list` : undefined}
            aria-activedescendant={open ? optionId(`${id}-list`, open.active) : undefined}
            placeholder={label}
            enterKeyHint="send"
            onChange={(event) => on.onChange(event.currentTarget)}
            onSelect={(event) => on.onSelect(event.currentTarget)}
            onKeyDown={on.onKeyDown}
            onPaste={on.onPaste}
            onBlur={suggestions.close}
            className="target-y max-h-[40dvh] min-w-0 flex-1 resize-none bg-transparent px-2.5 py-1.5 text-base outline-none placeholder:truncate pointer-coarse:py-2.5 pointer-coarse:text-[1rem]"
          />
          <LengthHint id={`${id}-hint`} content={content} />
          <IconButton
            label="Preview"
            icon={<Eye />}
            aria-pressed={preview.shown}
            onClick={preview.toggle}
            className="aria-pressed:bg-surface-selected aria-pressed:text-text"
          />
          <Button
            variant={sendable ? "primary" : "ghost"}
            size="small"
            type="submit"
            aria-label="Send"
            disabled={!sendable}
          >
            <SendHorizontal aria-hidden="true" />
          </Button>
        </div>
      </form>
      {open && (
        <SuggestionList
          id={`${id}-list`}
          suggestions={open}
          onTake={suggestions.take}
          onActivate={suggestions.activate}
        />
      )}
      <p role="status" className="sr-only">
        {open && `${open.items.length} found. Use the up and down arrow keys.`}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {ask.open !== null && (
        <EveryoneDialog
          channel={channel}
          open={ask.open}
          onOpenChange={ask.setOpen}
          onConfirm={() => on.submit(true)}
        />
      )}
    </div>
  );
}

/** Opens the browser's file picker. */
function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label="Attach files" icon={<Paperclip />} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Otherwise the same file couldn't be chosen again after it was removed.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
