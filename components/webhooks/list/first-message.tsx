"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "@/components/ui/controls/link";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { StatusDot } from "@/components/ui/display/status-dot";
import { onChannelEvent } from "@/lib/browser/channel-feed";
import { connection } from "@/lib/browser/events";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";

// Loaded as its own file, which the channel page shares.
const MessageArticle = deferredPart(
  async () => (await import("@/components/chat/message/message-article")).MessageArticle,
);

type FirstMessageProps = { channelId: string; channelName: string; webhookId: string; rev: number };

/** Waits for the webhook's first message after `rev`, then shows it as the channel does. */
export function FirstMessage({ channelId, channelName, webhookId, rev }: FirstMessageProps) {
  const [arrived, setArrived] = useState<MessageDto | null>(null);

  const heard = useEffectEvent((messages: readonly MessageDto[]) => {
    const message = messages.find(({ id, author, deleted }) => {
      return arrived ? id === arrived.id : !deleted && author.kind === "webhook" && author.id === webhookId;
    });
    if (!message) return;
    setArrived(message);
  });
  useEffect(() => {
    const stop = onChannelEvent(channelId, (event) => {
      if (event.type === "changes") heard(event.messages);
    });
    // What was posted before this listened comes again.
    connection.rewind(channelId, rev);
    return stop;
  }, [channelId, rev]);

  return (
    <div className="flex min-w-0 flex-1 basis-72 flex-col gap-2">
      <p role="status" className="min-h-5 text-sm">
        {arrived ? (
          <StatusDot tone="success">
            <span>
              The first message has arrived.{" "}
              <Link href={paths.channel(channelId)} className="font-medium text-accent underline underline-offset-2">
                See it in #{channelName}
              </Link>
            </span>
          </StatusDot>
        ) : (
          <StatusDot tone="warning" waiting>
            Waiting for the first message…
          </StatusDot>
        )}
      </p>
      {arrived && (
        <div className="overflow-hidden rounded-xl border bg-surface py-2">
          <MessageArticle message={arrived} />
        </div>
      )}
    </div>
  );
}
