"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useChannelChanges } from "@/components/events/use-channel-changes";
import { latePart } from "@/components/ui/late";
import { StatusDot } from "@/components/ui/status-dot";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";

// Shared with the channel's page, which would otherwise be cut into files that hold more than it needs.
const MessageArticle = latePart(async () => (await import("@/components/message/message-article")).MessageArticle);

type FirstMessageProps = { channelId: string; channelName: string; webhookId: string; rev: number };

/** Waits, live, until the webhook has posted after `rev`, and then shows what stands in the channel. */
export function FirstMessage({ channelId, channelName, webhookId, rev }: FirstMessageProps) {
  const [arrived, setArrived] = useState<MessageDto | null>(null);
  const router = useRouter();

  useChannelChanges(channelId, rev, (messages) => {
    const message = messages.find(({ id, author, deleted }) => {
      return arrived ? id === arrived.id : !deleted && author.kind === "webhook" && author.id === webhookId;
    });
    if (!message) return;
    setArrived(message);
    // The list below says when the webhook was last used.
    if (!arrived) router.refresh();
  });

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
