"use client";

import { Ellipsis, Link as LinkIcon, MessageSquareReply, Pencil, SmilePlus, Trash2 } from "lucide-react";
import type { RefObject } from "react";
import { EmojiPicker } from "@/components/emoji/emoji-picker";
import { useAuthorAction } from "@/components/people/author-action";
import { IconButton } from "@/components/ui/icon-button";
import { late } from "@/components/ui/late";
import { Menu } from "@/components/ui/menu";
import type { MessageDto } from "@/lib/messages/dto";
import type { Allowed } from "./actions-context";
import { copyLink } from "./copy";
import type { MoreItemsProps } from "./message-commands";

/** A message's actions, as buttons at its top right. */
export function Toolbar({ message, allowed, ...on }: ToolbarProps) {
  return (
    <div
      data-toolbar
      className="absolute end-4 -top-3.5 z-10 flex rounded-lg border border-border bg-surface-raised p-0.5 max-md:end-2"
    >
      {allowed.react && (
        <EmojiPicker
          onPick={(emoji) => on.onReact(emoji, true)}
          trigger={<IconButton label="Add reaction" icon={<SmilePlus />} />}
        />
      )}
      {allowed.reply && <IconButton label="Reply in thread" icon={<MessageSquareReply />} onClick={on.onReply} />}
      {allowed.edit && <IconButton label="Edit" icon={<Pencil />} onClick={on.onEdit} />}
      {allowed.remove && <IconButton label="Delete" icon={<Trash2 />} tone="danger" onClick={on.onDelete} />}
      <IconButton label="Copy link" icon={<LinkIcon />} onClick={() => void copyLink(message)} />
      <MoreMenu message={message} allowed={allowed} article={on.article} onShowHistory={on.onShowHistory} />
    </div>
  );
}

/** The handlers of a message's actions. */
export type MessageHandlers = {
  onReact: (emoji: string, on: boolean) => void;
  onReply: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onShowHistory: () => void;
};

type ToolbarProps = MessageHandlers & {
  message: MessageDto;
  allowed: Allowed;
  article: RefObject<HTMLElement | null>;
};

const items = late(() => import("./message-commands"));

/** The More button with its menu of less frequent actions. */
function MoreMenu({ message, allowed, ...on }: MoreItemsProps) {
  const authorAction = useAuthorAction(message.author);
  const MoreItems = items.use()?.MoreItems;
  if (!allowed.pin && !authorAction) return null;
  return (
    <Menu load={items.load} trigger={<IconButton label="More" icon={<Ellipsis />} />}>
      {MoreItems ? <MoreItems message={message} allowed={allowed} {...on} /> : null}
    </Menu>
  );
}
