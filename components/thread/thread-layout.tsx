"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useOpenThread } from "@/components/conversation/open-thread";
import { latePart } from "@/components/ui/late";
import type { ChannelDto } from "@/lib/channels/dto";
import type { MeDto } from "@/lib/users/dto";

const ThreadPane = latePart(async () => (await import("./thread-pane")).ThreadPane);

/** A channel and, when one is open, a thread beside it. */
export function ThreadLayout({ channel, me, children }: { channel: ChannelDto; me: MeDto; children: ReactNode }) {
  const open = useOpenThread();
  return (
    <div className="relative flex min-h-0 flex-1">
      {/* Covered, it is out of sight for the keyboard and screen readers too, and keeps its place. */}
      <div className={clsx("flex min-w-0 flex-1 flex-col", open && "max-lg:invisible")}>{children}</div>
      {open && <ThreadPane key={open.rootId} channel={channel} me={me} rootId={open.rootId} reply={open.reply} />}
    </div>
  );
}
