"use client";

import { Button } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/display/empty-state";
import { Skeleton } from "@/components/ui/display/skeleton";
import { Pin } from "@/components/ui/icons/icons";
import { askPins, type usePins } from "@/lib/browser/pins";
import { PinnedItem } from "./pinned-item";

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
