"use client";

import { Copy, Ellipsis, History, Mail, Pin, PinOff, Quote } from "lucide-react";
import { markUnreadFrom } from "@/components/channels/mark-unread";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { MessageDto } from "@/lib/messages/dto";
import { isQuotable, quoteMessage } from "../composer/quote";
import { WebhookItems } from "../muted/webhook-items";
import { useInThread } from "../thread/in-thread";
import type { Allowed } from "./allowed";
import { copyContent } from "./copy";

/** What one does to a message now and then. */
export function MoreMenu({ message, allowed, onPin, onShowHistory }: MoreMenuProps) {
  const place = useInThread() ? (message.threadId ?? message.id) : message.channelId;
  return (
    <Menu trigger={<IconButton label="More" icon={<Ellipsis />} />}>
      {isQuotable(message) && (
        <MenuItem icon={<Quote />} onSelect={() => quoteMessage(place, message)}>
          Quote
        </MenuItem>
      )}
      <MenuItem icon={message.pinned ? <PinOff /> : <Pin />} onSelect={onPin}>
        {message.pinned ? "Unpin message" : "Pin message"}
      </MenuItem>
      <MenuItem icon={<Mail />} onSelect={() => void markUnreadFrom(message.channelId, message.seq)}>
        Mark unread from here
      </MenuItem>
      {message.content !== "" && (
        <MenuItem icon={<Copy />} onSelect={() => void copyContent(message)}>
          Copy text
        </MenuItem>
      )}
      {allowed.history && (
        <MenuItem icon={<History />} onSelect={onShowHistory}>
          Edit history
        </MenuItem>
      )}
      <WebhookItems message={message} />
    </Menu>
  );
}

type MoreMenuProps = { message: MessageDto; allowed: Allowed; onPin: () => void; onShowHistory: () => void };
