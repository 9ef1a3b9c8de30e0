"use client";

import { type ClipboardEvent, type KeyboardEvent, type RefObject, useCallback, useRef } from "react";
import { isPasteOfFiles } from "@/components/chat/composer/files/tray";
import { isMac } from "@/components/chat/keyboard/keys";
import { useChangingState } from "@/components/ui/hooks/use-changing-state";
import { loadWriting, writingParts } from "./deferred-writing";
import { type Draft, rememberNames, withMark } from "./mention-text";
import type { PasteContent } from "./paste";
import type { EditRequest } from "./replay";
import type { Suggestion } from "./suggestions";
import {
  applyEdit,
  continueList,
  endsInFence,
  insertion,
  type Style,
  shortcutOf,
  startsItem,
  type TextEdit,
} from "./text-edit";
import { useSuggestions } from "./use-suggestions";

type WritingOptions = {
  field: RefObject<HTMLTextAreaElement | null>;
  channelId: string;
  /** Returns the text as it is now, without waiting for a render. */
  latest: () => Draft;
  update: (draft: Draft) => void;
  /** Whether a text that begins with a slash can be a command. */
  takesCommands?: boolean;
  /** Enter was pressed to send or save. */
  onEnter: () => void;
  /** The user typed or pasted. */
  onTyped?: (text: string) => void;
  /** A key that isn't used for writing. Returns whether it was handled. */
  onOtherKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
  onPreview?: () => void;
  onFiles?: (data: DataTransfer) => void;
};

/** Provides what all fields for messages do: suggestions, formatting, lists, code blocks and pasting. */
export function useWriting({ field, channelId, latest, update, onEnter, ...options }: WritingOptions) {
  const [isSelected, setIsSelected] = useChangingState(false);
  // Whether Enter starts a new line at the caret.
  const [isEnterTaken, setIsEnterTaken] = useChangingState(false);
  // Only in a list that was typed: one that was pasted as a whole is sent as it is.
  const typesList = useRef(false);
  const isShiftDown = useRef(false);

  const take = (taken: Suggestion, start: number) => {
    const parts = writingParts();
    if (!field.current || !parts) return;
    const { shown, sent } = parts.writingOf(taken, window.location.href);
    const marked = sent === null ? { draft: latest(), written: shown } : withMark(latest(), shown, sent);
    rememberNames(marked.draft.marks);
    update(marked.draft);
    applyEdit(field.current, insertion(start, field.current.selectionStart, `${marked.written} `));
  };
  const suggestions = useSuggestions(channelId, take, options.takesCommands);

  const takesEnter = (text: string, caret: number) =>
    endsInFence(text.slice(0, caret)) || (typesList.current && continueList(text, caret) !== null);
  const look = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const isCaret = selectionStart === selectionEnd;
    setIsSelected(!isCaret);
    setIsEnterTaken(takesEnter(value, selectionStart));
    suggestions.look(latest(), isCaret ? selectionStart : null);
  };
  const onChange = (changed: HTMLTextAreaElement) => {
    if (!writingParts()) void loadWriting().then(() => field.current === changed && look(changed));
    if (latest().text === "") typesList.current = false;
    if (startsItem(changed.value, changed.selectionStart)) typesList.current = true;
    update({ ...latest(), text: changed.value });
    options.onTyped?.(changed.value);
    look(changed);
  };

  const asked = useRef<EditRequest<Parts>[]>([]);
  /** Applies what the loaded code makes of the text and the selection as they are now. */
  const edit = useCallback(
    async (make: EditRequest<Parts>["make"]) => {
      if (!field.current) return;
      const { value: text, selectionStart: from, selectionEnd: to } = field.current;
      // The first one waits for all.
      if (asked.current.push({ text, from, to, make }) > 1) return;
      const parts = writingParts() ?? (await loadWriting());
      const all = asked.current.splice(0);
      if (!parts || !field.current) return;
      const made = parts.replay(parts, all, field.current.value);
      applyEdit(field.current, made);
      // After a press beside the field, React doesn't report the selection that this made.
      setIsSelected(made.select[0] !== made.select[1]);
    },
    [field, setIsSelected],
  );
  const format = useCallback(
    (style: Style) => {
      if (style === "bullets" || style === "numbers") typesList.current = true;
      void edit((parts, text, from, to) => parts.formatSelection(text, from, to, style));
    },
    [edit],
  );
  /** Inserts a sign such as "@" and opens its suggestions. */
  const insertSign = useCallback(
    (sign: string) => void edit((parts, text, _, to) => parts.insertSign(text, to, sign)),
    [edit],
  );
  const insert = useCallback((text: string) => void edit((_, __, from, to) => insertion(from, to, text)), [edit]);

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { clipboardData: data, currentTarget: target } = event;
    if (options.onFiles && isPasteOfFiles(data)) {
      event.preventDefault();
      return options.onFiles(data);
    }
    const pasted = pastedFrom(data);
    // Ctrl+Shift+V pastes text as it is.
    if (isShiftDown.current || !mayBeMore(pasted)) return;
    const { value, selectionStart: from, selectionEnd: to } = target;
    const paste = (found: TextEdit | null) => {
      // Two steps, so that undoing the first time gives the text as it was copied.
      applyEdit(target, insertion(from, to, pasted.text));
      if (found) applyEdit(target, { ...found, end: from + pasted.text.length });
    };
    const parts = writingParts();
    const found = parts?.pasteEdit(value, from, to, pasted) ?? null;
    if (parts && !found) return;
    event.preventDefault();
    if (found) paste(found);
    else void loadWriting().then((late) => paste(late?.pasteEdit(value, from, to, pasted) ?? null));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    isShiftDown.current = event.shiftKey;
    // An input method handles its own keys while composing. Safari reports that only by key code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (suggestions.onKeyDown(event)) return;
    const { value: text, selectionStart: start, selectionEnd: end } = event.currentTarget;
    const shortcut = shortcutOf(event, start !== end, isMac());
    if (shortcut) {
      event.preventDefault();
      event.stopPropagation();
      if (shortcut === "preview") options.onPreview?.();
      else format(shortcut);
    } else if (event.key === "Enter") {
      if (event.ctrlKey || event.metaKey || !(event.shiftKey || takesEnter(text, start))) {
        event.preventDefault();
        return onEnter();
      }
      const next = start === end && !endsInFence(text.slice(0, start)) ? continueList(text, start) : null;
      if (!next) return;
      event.preventDefault();
      applyEdit(event.currentTarget, next);
    } else if (options.onOtherKey?.(event)) event.preventDefault();
  };
  const onKeyUp = (event: KeyboardEvent) => {
    isShiftDown.current = event.shiftKey;
  };
  const onBlur = () => {
    setIsSelected(false);
    suggestions.close();
  };
  return {
    suggestions,
    isSelected,
    isEnterTaken,
    format,
    insert,
    insertSign,
    handlers: { onChange, onSelect: look, onKeyDown, onKeyUp, onPaste, onBlur },
  };
}

type Parts = NonNullable<ReturnType<typeof writingParts>>;

/** Reads what was pasted, which is only possible during the event. */
function pastedFrom(data: DataTransfer): PasteContent {
  return {
    text: data.getData("text/plain").replace(/\r\n?/g, "\n"),
    html: data.getData("text/html"),
    editor: data.getData("vscode-editor-data"),
  };
}

/** Returns whether the paste may become code, a table or a link. */
function mayBeMore({ text, html, editor }: PasteContent): boolean {
  return html !== "" || editor !== "" || text.includes("\t") || /^\s*https?:/.test(text);
}
