"use client";

import { Link as LinkIcon } from "lucide-react";
import { memo } from "react";
import { toast } from "sonner";
import { copyText } from "@/components/ui/copy-text";
import { IconButton } from "@/components/ui/icon-button";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";
import { MessageArticle } from "./message-article";

type MessageItemProps = { message: MessageDto; grouped: boolean; highlighted: boolean };

/** A message that stands in the channel, with what one can do to it. Rendered anew only when it has changed. */
export const MessageItem = memo(function MessageItem({ message, grouped, highlighted }: MessageItemProps) {
  const copyLink = async () => {
    const url = new URL(paths.message(message.channelId, message.seq), window.location.href);
    if (await copyText(url.href)) toast("Link copied");
    else toast.error("The link could not be copied. Copy it from the address bar instead.");
  };
  return (
    <MessageArticle
      message={message}
      grouped={grouped}
      highlighted={highlighted}
      toolbar={<IconButton label="Copy link" icon={<LinkIcon />} onClick={() => void copyLink()} />}
    />
  );
});
