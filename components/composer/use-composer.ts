"use client";

import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from "react";
import { loadParser } from "@/components/message/markdown/late-parser";
import { sayTyping } from "@/components/presence/typing-line";
import { afterDialog } from "@/components/ui/after-dialog";
import { draftKey } from "@/lib/browser/drafts";
import type { ChannelDto } from "@/lib/channels/dto";
import { MESSAGE_LIMIT } from "@/lib/messages/dto";
import { mentionsIn } from "@/lib/messages/markdown/mention-grammar";
import { codePoints } from "@/lib/text";
import type { MeDto } from "@/lib/users/dto";
import type { LocalFile } from "./files/local-file";
import { addFiles, chosenFrom, isPasteOfFiles, takeFiles, trayOf } from "./files/tray";
import { rememberNames, toSent, withMark } from "./mention-text";
import { takeQuotes } from "./quote";
import { type Suggestion, writingOf } from "./suggestions";
import { applyEdit, continueList, endsInFence, formatSelection, shortcutOf } from "./text-edit";
import { useDraft } from "./use-draft";
import { useSuggestions } from "./use-suggestions";

// Below this, no confirmation is needed for @everyone.
const ASK_ABOVE = 10;

export type ComposerProps = {
  channel: ChannelDto;
  me: MeDto;
  /** The root message of the thread; missing for the channel itself. */
  threadId?: string;
  onSend: (content: string, files: readonly LocalFile[]) => void;
  /** Edits the user's last message, when the field is empty. */
  onEditLast: () => void;
};

/** Provides the composer's state and behavior. */
export function useComposer(
  { channel, me, threadId, onSend, onEditLast }: ComposerProps,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const conversationId = threadId ?? channel.id;
  const tray = draftKey(me.id, conversationId);
  const { draft, latest, update, clear } = useDraft(me.id, { channelId: channel.id, conversationId }, field);
  const [preview, setPreview] = useState(false);
  // Null until it is known.
  const [asking, setAsking] = useState<boolean | null>(null);

  const take = (taken: Suggestion, start: number) => {
    if (!field.current) return;
    const { shown, sent } = writingOf(taken, window.location.href);
    const marked = sent === null ? { draft: latest(), written: shown } : withMark(latest(), shown, sent);
    rememberNames(marked.draft.marks);
    update(marked.draft);
    const insert = `${marked.written} `;
    const at = start + insert.length;
    applyEdit(field.current, { start, end: field.current.selectionStart, insert, select: [at, at] });
  };
  const suggestions = useSuggestions(channel.id, take);

  const lookAtCaret = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) =>
    suggestions.look(latest(), selectionStart === selectionEnd ? selectionStart : null);
  const onChange = (changed: HTMLTextAreaElement) => {
    // To format the message until the server has.
    void loadParser();
    update({ ...latest(), text: changed.value });
    if (changed.value.trim() !== "" && channel.memberCount > 1) sayTyping(channel.id, threadId);
    lookAtCaret(changed);
  };

  const submit = (confirmed = false) => {
    field.current?.focus();
    // Not the rendered draft: a second press can come before the next render.
    const content = toSent(latest()).trim();
    const { adding, files } = trayOf(tray);
    // Wait for files that were just chosen.
    if (adding) return void adding.then(() => submit(confirmed));
    if ((content === "" && files.length === 0) || codePoints(content) > MESSAGE_LIMIT) return;
    if (!confirmed && channel.memberCount > ASK_ABOVE && mentionsIn(content).everyone) return setAsking(true);
    suggestions.close();
    clear();
    setPreview(false);
    onSend(content, takeFiles(tray));
  };

  const onPaste = (event: ClipboardEvent) => {
    if (!isPasteOfFiles(event.clipboardData)) return;
    event.preventDefault();
    const { files, refused } = chosenFrom(event.clipboardData);
    addFiles(tray, files, refused);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // An input method handles its own keys while composing. Safari reports that only by key code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (suggestions.onKeyDown(event)) return;
    const { value: text, selectionStart: start, selectionEnd: end } = event.currentTarget;
    const shortcut = shortcutOf(event, start !== end);
    if (shortcut) {
      event.preventDefault();
      event.stopPropagation();
      if (shortcut === "preview") setPreview(!preview);
      else applyEdit(event.currentTarget, formatSelection(text, start, end, shortcut));
    } else if (event.key === "Enter" && event.shiftKey) {
      const edit = start === end ? continueList(text, start) : null;
      if (!edit) return;
      event.preventDefault();
      applyEdit(event.currentTarget, edit);
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey || !endsInFence(text.slice(0, start)))) {
      event.preventDefault();
      submit();
    } else if (event.key === "ArrowUp" && text === "" && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      onEditLast();
    }
  };

  const takeQuote = useEffectEvent((quote: ReturnType<typeof latest>) => {
    if (!field.current) return;
    const { text, marks } = latest();
    rememberNames(quote.marks);
    update({ text, marks: { ...quote.marks, ...marks } });
    const insert = `${text === "" || text.endsWith("\n") ? "" : "\n\n"}${quote.text}`;
    const at = text.length + insert.length;
    applyEdit(field.current, { start: text.length, end: text.length, insert, select: [at, at] });
  });
  // The menu first returns the focus to its button.
  useEffect(() => takeQuotes(conversationId, (quote) => afterDialog(() => takeQuote(quote))), [conversationId]);

  return {
    draft,
    tray,
    suggestions,
    preview: { shown: preview, toggle: () => setPreview(!preview) },
    ask: { open: asking, setOpen: setAsking },
    onChange,
    onSelect: lookAtCaret,
    onKeyDown,
    onPaste,
    submit,
  };
}
