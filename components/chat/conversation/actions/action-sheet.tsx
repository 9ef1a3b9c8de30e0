"use client";

import { clsx } from "clsx";
import { Dialog } from "radix-ui";
import { type ReactNode, type RefObject, useState } from "react";
import { MessageLine } from "@/components/chat/message/card/message-line";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { EmojiPanel } from "@/components/emoji/emoji-panel";
import { rememberEmoji } from "@/components/emoji/usual-emoji";
import { Link } from "@/components/ui/controls/link";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { useBackCloses } from "@/components/ui/hooks/use-back-closes";
import { SmilePlus } from "@/components/ui/icons/icons";
import { TextSelect } from "@/components/ui/icons/more-icons";
import { Sheet } from "@/components/ui/overlays/sheet";
import { Time } from "@/components/ui/time/time";
import type { MessageDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";
import type { AllowedActions, MessageHandlers } from "./actions-context";
import { type MessageCommand, useMessageCommands } from "./message-commands";
import { useQuickReactions } from "./use-quick-reactions";

const row =
  "flex min-h-12 w-full select-none items-center gap-3.5 rounded-lg px-3 text-start -outline-offset-2 hover:bg-surface-hover active:bg-surface-hover [&_svg]:size-5 [&_svg]:shrink-0";

/** A message's actions on touch screens, as a sheet at the bottom. Going back closes it. */
export function ActionSheet({ message, allowed, article, onClose, ...on }: ActionSheetProps) {
  const [picking, setPicking] = useState(false);
  const leave = useBackCloses(onClose);
  const groups = useMessageCommands(message, allowed, { ...on, article })
    // Above them are the reactions.
    .map((group) => group.filter(({ name }) => name !== "Add reaction"))
    .map((group) => (message.deleted || !hasCopyLink(group) ? group : [...group, selectCommand(article)]));
  const react = (emoji: string, active: boolean) => {
    on.onReact(emoji, active);
    onClose();
  };
  return (
    // Focus goes to the editor that the sheet opened, or to the message.
    <Sheet focusAfter={() => article.current?.querySelector("textarea") ?? article.current} onClose={onClose}>
      <header className="border-border border-b py-3 ps-4 pe-14">
        <Dialog.Title className="flex items-baseline gap-1.5">
          <span className="truncate font-semibold">
            <span className="sr-only">Message by </span>
            {cleanText(message.author.name)}
          </span>
          <Time at={message.createdAt} format="clock" className="text-text-muted text-xs" />
        </Dialog.Title>
        <Dialog.Description className="truncate text-sm text-text-muted">
          {message.deleted ? "This message was deleted." : <MessageLine message={message} atMost={120} />}
        </Dialog.Description>
      </header>
      {picking ? (
        <div className="flex h-[min(24rem,60dvh)] flex-col">
          <EmojiPanel onPick={(emoji) => react(emoji, true)} />
        </div>
      ) : (
        <div className="min-h-0 overflow-y-auto overscroll-contain p-2">
          {allowed.react && <QuickReactions message={message} onReact={react} onMore={() => setPicking(true)} />}
          {groups
            .filter((group) => group.length > 0)
            .map((group) => (
              <ul key={group[0]?.name} className="border-border border-t py-1.5 first:border-t-0">
                {group.map((command) => (
                  <li key={command.name}>
                    <CommandRow command={command} leave={leave} onDone={onClose} />
                  </li>
                ))}
              </ul>
            ))}
        </div>
      )}
    </Sheet>
  );
}

function CommandRow({ command, leave, onDone }: CommandRowProps) {
  const className = clsx(row, command.tone === "danger" ? "text-danger" : "[&_svg]:text-text-muted");
  const inside: ReactNode = (
    <>
      {command.icon}
      <span className="truncate">{command.name}</span>
    </>
  );
  if ("href" in command) {
    // Replaces the history entry that the sheet added.
    return (
      <Link href={command.href} replace className={className}>
        {inside}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        // The command adds its own history entry, so the sheet's entry is removed first.
        if (command.leaves) leave(command.act);
        else command.act();
        onDone();
      }}
    >
      {inside}
    </button>
  );
}

function QuickReactions({ message, onReact, onMore }: QuickReactionsProps) {
  return (
    <ul aria-label="Reactions" className="flex justify-between px-1 pt-1 pb-3">
      {useQuickReactions(message, 6).map(({ emoji, mine }) => (
        <li key={emoji}>
          <button
            type="button"
            aria-label={`React with ${emoji}`}
            aria-pressed={mine}
            onClick={() => {
              if (!mine) rememberEmoji(emoji);
              onReact(emoji, !mine);
            }}
            className={clsx(
              "flex size-11 items-center justify-center rounded-full border text-xl",
              mine ? "border-accent bg-surface-selected" : "border-transparent bg-surface-hover",
            )}
          >
            <span aria-hidden="true">{withCustomEmoji(emoji)}</span>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          aria-label="Add reaction"
          onClick={onMore}
          className="flex size-11 items-center justify-center rounded-full bg-surface-hover text-text-muted"
        >
          <SmilePlus aria-hidden="true" className="size-5" />
        </button>
      </li>
    </ul>
  );
}

type ActionSheetProps = MessageHandlers & {
  message: MessageDto;
  allowed: AllowedActions;
  article: RefObject<HTMLElement | null>;
  onClose: () => void;
};
type CommandRowProps = {
  command: MessageCommand;
  leave: (then: () => void) => void;
  onDone: () => void;
};
type QuickReactionsProps = Pick<MessageHandlers, "onReact"> & {
  message: MessageDto;
  onMore: () => void;
};

function hasCopyLink(group: readonly MessageCommand[]): boolean {
  return group.some(({ name }) => name === "Copy link");
}

function selectCommand(article: RefObject<HTMLElement | null>): MessageCommand {
  return { name: "Select text", icon: <TextSelect />, act: () => selectText(article.current) };
}

/**
 * Selects a message's text once all dialogs have closed. Text in a message can't be selected by touch, because a long
 * press opens this sheet; from here on it can, until nothing is selected any more.
 */
function selectText(article: HTMLElement | null): void {
  const said = article?.querySelector("[data-said]");
  if (!article || !said) return;
  afterDialog(() => {
    article.dataset.selecting = "";
    getSelection()?.selectAllChildren(said);
    const listening = new AbortController();
    const onChange = () => {
      const selection = getSelection();
      if (selection && !selection.isCollapsed && selection.containsNode(said, true)) return;
      delete article.dataset.selecting;
      listening.abort();
    };
    document.addEventListener("selectionchange", onChange, { signal: listening.signal });
  });
}
