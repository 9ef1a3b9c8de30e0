"use client";

import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from "react";
import type { LocalFile } from "@/components/chat/composer/files/local-file";
import { addDropped, addFiles, takeFiles, trayOf } from "@/components/chat/composer/files/tray";
import { loadParser } from "@/components/chat/message/markdown/deferred-parser";
import { sayTyping } from "@/components/people/presence/typing-line";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { draftKey } from "@/lib/browser/drafts";
import type { ChannelDto } from "@/lib/channels/dto";
import type { MeDto } from "@/lib/people/dto";
import { loadWriting, writingParts } from "./deferred-writing";
import { contentOf, type Draft, notifiesMany, rememberNames } from "./mention-text";
import { takeQuotes } from "./open-composers";
import { applyEdit, charactersLeft, insertion } from "./text-edit";
import { useDraft } from "./use-draft";
import { useWriting } from "./use-writing";

export type ComposerProps = {
  channel: ChannelDto;
  me: MeDto;
  /** The root message of the thread; missing for the channel itself. */
  threadId?: string;
  /** Whether a reply also appears in the channel. */
  inChannel?: boolean;
  /** Called when the draft was scheduled, or was sent or discarded elsewhere. */
  onGone?: () => void;
  onSend: (content: string, files: readonly LocalFile[]) => void;
  /** Edits the user's last message, when the field is empty. */
  onEditLast: () => void;
};

/** Provides the composer's state and behavior. */
export function useComposer(
  { channel, me, threadId, inChannel, onGone, onSend, onEditLast }: ComposerProps,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const conversationId = threadId ?? channel.id;
  const tray = draftKey(me.id, conversationId);
  const { draft, update, clear } = useDraft(me.id, { channelId: channel.id, conversationId, inChannel, onGone }, field);
  const [isPreviewShown, setIsPreviewShown] = useState(false);
  // Null until it is known.
  const [asking, setAsking] = useState<boolean | null>(null);

  // Stable, because the tools are memoized.
  const menu = useMemo(
    () => ({
      onFiles: (chosen: File[]) => {
        addFiles(tray, chosen);
        field.current?.focus();
      },
      onPreview: () => {
        setIsPreviewShown((isShown) => !isShown);
        field.current?.focus();
      },
    }),
    [tray, field],
  );

  const submit = (confirmed = false) => {
    field.current?.focus();
    const content = contentOf(draft.get());
    const { adding, files } = trayOf(tray);
    // Wait for files that were just chosen.
    if (adding) return void adding.then(() => submit(confirmed));
    if ((content === "" && files.length === 0) || charactersLeft(content) < 0) return;
    const parts = writingParts();
    // A restored draft can be sent before any key loaded them, and a command must never be sent as a message.
    if (content.startsWith("/") && !parts) {
      return void loadWriting().then((loaded) => loaded && submit(confirmed));
    }
    const command = parts?.commandOf(draft.get());
    if (parts && command) {
      writing.suggestions.close();
      const { text, marks } = draft.get();
      clear();
      // What didn't work can be corrected, unless something else was written meanwhile.
      return void parts.runCommand(command, channel, files.length > 0).then((worked) => {
        if (!worked && draft.get().text === "") update({ text, marks });
      });
    }
    if (!confirmed && parts?.refusesUnknown(content)) return;
    if (!confirmed && notifiesMany(channel, content)) {
      void loadWriting();
      return setAsking(true);
    }
    writing.suggestions.close();
    clear();
    setIsPreviewShown(false);
    onSend(content, takeFiles(tray));
  };

  const writing = useWriting({
    field,
    channelId: channel.id,
    latest: draft.get,
    update,
    takesCommands: true,
    onEnter: () => submit(),
    onTyped: (text) => {
      // To format the message until the server has.
      void loadParser();
      if (text.trim() !== "" && channel.memberCount > 1) sayTyping(channel.id, threadId);
    },
    onOtherKey: (event) => {
      if (event.key !== "ArrowUp" || event.currentTarget.value !== "" || event.altKey || event.shiftKey) return false;
      onEditLast();
      return true;
    },
    onPreview: menu.onPreview,
    onFiles: (data) => {
      void loadWriting();
      addDropped(tray, data);
    },
  });

  const takeQuote = useEffectEvent((quote: Draft) => {
    if (!field.current) return;
    const { text, marks } = draft.get();
    rememberNames(quote.marks);
    update({ text, marks: { ...quote.marks, ...marks } });
    const insert = `${text === "" || text.endsWith("\n") ? "" : "\n\n"}${quote.text}`;
    applyEdit(field.current, insertion(text.length, text.length, insert));
  });
  // The menu first returns the focus to its button.
  useEffect(() => takeQuotes(conversationId, (quote) => afterDialog(() => takeQuote(quote))), [conversationId]);

  return {
    draft,
    clear,
    tray,
    writing,
    menu,
    isPreviewShown,
    ask: { open: asking, setOpen: setAsking },
    submit,
  };
}
