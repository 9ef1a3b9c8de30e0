"use client";

import { useState } from "react";
import { requestChange } from "@/components/chat/conversation/run/send";
import { AuthorAvatar, AuthorName } from "@/components/chat/message/author";
import { MessageLine } from "@/components/chat/message/card/message-line";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { EmptyState } from "@/components/ui/display/empty-state";
import { Skeleton } from "@/components/ui/display/skeleton";
import { Pin } from "@/components/ui/icons/icons";
import { toast } from "@/components/ui/overlays/toaster";
import { Time } from "@/components/ui/time/time";
import { askPins, type usePins } from "@/lib/browser/pins";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";

/** The list of pinned messages with its heading. */
export function PinnedPanel(props: PinnedListProps) {
  return (
    <>
      <h2 className="border-border border-b px-4 py-3 font-semibold text-base">Pinned messages</h2>
      <div className="min-h-0 overflow-y-auto overscroll-contain">
        <PinnedList {...props} />
      </div>
    </>
  );
}

/** The channel's pinned messages, latest pin first. */
export function PinnedList({ channelId, pins, canUnpin, onShow }: PinnedListProps) {
  const messages = pins.data?.messages;
  if (!messages && !pins.failure) return <Skeleton className="m-4 h-20" />;
  if (!messages) {
    return (
      <div role="alert" className="flex flex-col items-center gap-3 px-4 py-10 text-sm">
        Couldn't load the pinned messages. Check your connection.
        <Button size="small" onClick={() => askPins(channelId)}>
          Try again
        </Button>
      </div>
    );
  }
  if (messages.length === 0) {
    return (
      <EmptyState icon={<Pin />} title="No pinned messages">
        {canUnpin ? "To pin a message, open its More menu." : "Messages that members pin appear here."}
      </EmptyState>
    );
  }
  return (
    <ul>
      {messages.map((message) => (
        <PinnedItem key={message.id} channelId={channelId} message={message} canUnpin={canUnpin} onShow={onShow} />
      ))}
    </ul>
  );
}

type PinnedListProps = {
  channelId: string;
  pins: ReturnType<typeof usePins>;
  canUnpin: boolean;
  onShow: () => void;
};

/** A shortened pinned message, with a link to it and a button to unpin it. */
function PinnedItem({ channelId, message, canUnpin, onShow }: PinnedItemProps) {
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
          <MessageLine message={message} atMost={240} />
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
