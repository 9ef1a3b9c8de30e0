"use client";

import { clsx } from "clsx";
import { type ReactNode, useEffect } from "react";
import { useOpenThread } from "@/components/chat/conversation/open-pane";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { connection } from "@/lib/browser/events";
import type { ChannelDto } from "@/lib/channels/dto";
import type { MeDto } from "@/lib/people/dto";

const ThreadPane = deferredPart(async () => (await import("@/components/chat/thread/thread-pane")).ThreadPane);

/** A thread to show beside the list: its channel, and that channel's revision as the page was rendered. */
export type BesideThread = { rootId: string; channel: ChannelDto; rev: number; me: MeDto };

/** The list of incidents, with the thread of one of them beside it, or over it on narrow screens. */
export function WithThread({ thread, children }: { thread: BesideThread | null; children: ReactNode }) {
  // It may have been closed since the page was rendered.
  const open = useOpenThread();
  const shown = thread && open?.rootId === thread.rootId ? thread : null;
  return (
    <div className="relative flex min-h-0 flex-1">
      <div className={clsx("flex min-w-0 flex-1 flex-col", shown && "max-lg:invisible")}>{children}</div>
      {shown && <Thread key={shown.rootId} thread={shown} />}
    </div>
  );
}

function Thread({ thread: { rootId, channel, rev, me } }: { thread: BesideThread }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream goes on from where it is.
  useEffect(() => connection.open(channel.id, rev), [channel.id]);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>("[data-incident] a[tabindex='0']")?.focus({ preventScroll: true });
      });
    },
    [],
  );
  return <ThreadPane channel={channel} me={me} rootId={rootId} reply={null} />;
}
