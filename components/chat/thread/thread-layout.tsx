"use client";

import { clsx } from "clsx";
import { type ReactNode, useEffect } from "react";
import { useOpenDetails, useOpenThread } from "@/components/chat/conversation/open-pane";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { loadLater } from "@/components/ui/hooks/when-idle";
import type { ChannelDto } from "@/lib/channels/dto";
import type { MeDto } from "@/lib/people/dto";

const loadPane = () => import("./thread-pane");
const ThreadPane = deferredPart(async () => (await loadPane()).ThreadPane);

type ThreadLayoutProps = { channel: ChannelDto; me: MeDto; details: ReactNode; children: ReactNode };

/** A channel, with a thread or its details beside it when one is open. */
export function ThreadLayout({ channel, me, details, children }: ThreadLayoutProps) {
  const open = useOpenThread();
  useEffect(() => loadLater(loadPane), []);
  const isCovered = useOpenDetails() !== null || open !== null;
  return (
    <div className="relative flex min-h-0 flex-1">
      {/* While covered, the channel keeps its scroll position but is hidden from keyboard and screen readers. */}
      <div className={clsx("flex min-w-0 flex-1 flex-col", isCovered && "max-lg:invisible")}>{children}</div>
      {open && <ThreadPane key={open.rootId} channel={channel} me={me} rootId={open.rootId} reply={open.reply} />}
      {details}
    </div>
  );
}
