"use client";

import { useState } from "react";
import { requestChange } from "@/components/chat/conversation/run/send";
import { AuthorAvatar, AuthorName } from "@/components/chat/message/author";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { toast } from "@/components/ui/overlays/toaster";
import { Time } from "@/components/ui/time/time";
import type { MessageDto } from "@/lib/messages/dto";
import { excerpt } from "@/lib/messages/excerpt";
import { paths } from "@/lib/text/paths";

/** A shortened pinned message, with a link to it and a button to unpin it. */
export function PinnedItem({ channelId, message, canUnpin, onShow }: PinnedItemProps) {
  const [leaving, setLeaving] = useState(false);
  const unpin = async () => {
    setLeaving(true);
    const outcome = await requestChange(channelId, message.id, { type: "pin", on: false });
    if (!("error" in outcome)) return;
    setLeaving(false);
    toast.error(outcome.error);
  };
  const { author } = message;
  return (
    <li className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3 border-border px-4 py-3 not-first:border-t">
      <AuthorAvatar author={author} className="mt-0.5" />
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-1.5">
          <AuthorName author={author} />
          <Time at={message.createdAt} format="date" className="shrink-0 text-text-muted text-xs" />
        </div>
        <p dir="auto" className="line-clamp-3 text-sm [overflow-wrap:anywhere]">
          {withCustomEmoji(excerpt(message, 240))}
        </p>
        <div className="-ms-2.5 flex flex-wrap pt-0.5">
          <Link href={paths.message(channelId, message.seq)} className={buttonStyle("ghost", "small")} onClick={onShow}>
            Show message
          </Link>
          {canUnpin && (
            <Button variant="ghost" size="small" busy={leaving} onClick={() => void unpin()}>
              Unpin
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

type PinnedItemProps = { channelId: string; message: MessageDto; canUnpin: boolean; onShow: () => void };
