"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useChannelChanges } from "@/components/events/use-channel-changes";
import { StatusDot } from "@/components/ui/status-dot";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";

type FirstMessageProps = { channelId: string; channelName: string; webhookId: string; rev: number };

/** Waits, live, until the webhook has posted after `rev`. */
export function FirstMessage({ channelId, channelName, webhookId, rev }: FirstMessageProps) {
  const [arrived, setArrived] = useState(false);
  const router = useRouter();

  useChannelChanges(channelId, rev, (messages) => {
    if (arrived || !messages.some(isFrom(webhookId))) return;
    setArrived(true);
    // The list below says when the webhook was last used.
    router.refresh();
  });

  return (
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
  );
}

function isFrom(webhookId: string): (message: MessageDto) => boolean {
  return ({ author, deleted }) => !deleted && author.kind === "webhook" && author.id === webhookId;
}
