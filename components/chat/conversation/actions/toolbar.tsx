"use client";

import type { RefObject } from "react";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { EmojiPicker } from "@/components/emoji/emoji-picker";
import { rememberEmoji } from "@/components/emoji/usual-emoji";
import { IconButton } from "@/components/ui/controls/icon-button";
import { deferred } from "@/components/ui/deferred/deferred";
import { Ellipsis, SmilePlus } from "@/components/ui/icons/icons";
import { Link as LinkIcon, MessageSquareReply, Pencil, Trash2 } from "@/components/ui/icons/more-icons";
import { Menu } from "@/components/ui/overlays/menu";
import type { MessageDto } from "@/lib/messages/dto";
import { type AllowedActions, type MessageHandlers, useInThread } from "./actions-context";
import { copyLink } from "./copy";
import type { MessageItemsProps } from "./message-commands";
import { useQuickReactions } from "./use-quick-reactions";

const QUICK = 3;

/** A message's actions, as buttons at its top right. Delete is at the other end from Edit. */
export function Toolbar({ message, allowed, on, picker, article }: ToolbarProps) {
  const inThread = useInThread();
  return (
    <div
      data-toolbar
      className="absolute end-4 -top-4 z-10 flex items-center rounded-lg border border-border bg-surface-raised p-0.5 max-md:end-2"
    >
      {allowed.react && (
        <>
          {/* A thread is too narrow for them. */}
          {!inThread && <QuickReactions message={message} onReact={on.onReact} />}
          <EmojiPicker
            {...picker}
            onPick={(emoji) => on.onReact(emoji, true)}
            trigger={<IconButton label="Add reaction" icon={<SmilePlus />} />}
          />
        </>
      )}
      {allowed.reply && <IconButton label="Reply in thread" icon={<MessageSquareReply />} onClick={on.onReply} />}
      {allowed.edit && <IconButton label="Edit" icon={<Pencil />} onClick={on.onEdit} />}
      <IconButton label="Copy link" icon={<LinkIcon />} onClick={() => void copyLink(message)} />
      <MoreMenu message={message} allowed={allowed} article={article} {...on} />
      {allowed.remove && (
        <>
          <Divider />
          <IconButton label="Delete" icon={<Trash2 />} tone="danger" onClick={on.onDelete} />
        </>
      )}
    </div>
  );
}

/** This person's usual reactions. Tab skips them: R on the message and the picker serve the keyboard. */
function QuickReactions({ message, onReact }: Pick<MessageHandlers, "onReact"> & { message: MessageDto }) {
  return (
    <span className="flex @max-2xl:hidden">
      {useQuickReactions(message, QUICK).map(({ emoji, mine }) => (
        <IconButton
          key={emoji}
          label={`React with ${emoji}`}
          tabIndex={-1}
          aria-pressed={mine}
          icon={
            <span aria-hidden="true" className="text-base">
              {withCustomEmoji(emoji)}
            </span>
          }
          onClick={() => {
            if (!mine) rememberEmoji(emoji);
            onReact(emoji, !mine);
          }}
          className="aria-pressed:bg-surface-selected"
        />
      ))}
      <Divider />
    </span>
  );
}

function Divider() {
  return <span className="mx-1 h-5 w-px self-center bg-border" />;
}

/** Whether the emoji picker is open, and where the focus goes after it. */
export type PickerState = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  focusAfter: () => HTMLElement | null;
};

export type ToolbarProps = {
  message: MessageDto;
  allowed: AllowedActions;
  on: MessageHandlers;
  picker: PickerState;
  article: RefObject<HTMLElement | null>;
};

const items = deferred(() => import("./message-commands"));

/** The More button with its menu of all actions. */
function MoreMenu(props: MessageItemsProps) {
  const MessageItems = items.use()?.MessageItems;
  return (
    <Menu load={items.load} className="min-w-56 max-w-80" trigger={<IconButton label="More" icon={<Ellipsis />} />}>
      {MessageItems ? <MessageItems {...props} /> : null}
    </Menu>
  );
}
