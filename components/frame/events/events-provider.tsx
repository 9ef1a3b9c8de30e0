"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { Button } from "@/components/ui/controls/button";
import { Bar } from "@/components/ui/display/bar";
import { loadLater } from "@/components/ui/hooks/when-idle";
import { applyEvent } from "@/lib/browser/apply-event";
import { useLiveEmoji } from "@/lib/browser/emoji";
import { connection, useConnectionStatus, useFullDisk, useLost } from "@/lib/browser/events";
import { useLivePeople } from "@/lib/browser/people";
import { RenderedContext, type RenderedData } from "@/lib/browser/rendered";
import { useLiveSidebar } from "@/lib/browser/sidebar";

/** Opens the page's only event stream, and keeps the server-`rendered` data up to date. */
export function EventsProvider({ rendered, children }: { rendered: RenderedData; children: ReactNode }) {
  const { refresh } = useRouter();
  useLiveSidebar(rendered.sidebar);
  useLivePeople(rendered.statuses, rendered.mutedIds);
  useLiveEmoji(rendered.emoji);
  useEffect(() => connection.start((event) => applyEvent(event, { refresh, forget })), [refresh]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    const cancel = loadLater(async () => {
      stop = (await import("@/lib/browser/sync-drafts")).syncDrafts();
    });
    return () => {
      cancel();
      stop?.();
    };
  }, []);
  return <RenderedContext value={rendered}>{children}</RenderedContext>;
}

/** Deletes local data: of one channel, or all of it. Loaded only when needed, because few pages do this. */
function forget(channelId: string | null): void {
  void import("@/lib/browser/kept/wipe")
    .then((kept) => (channelId === null ? kept.wipeDevice({ leaving: true }) : kept.wipeChannel(channelId)))
    .catch(() => undefined);
}

/** A thin bar shown while the connection is lost or was taken over by other pages, or the server's disk is full. */
export function ConnectionBar() {
  const lost = useLost();
  const isDisplaced = useConnectionStatus() === "displaced";
  const full = useFullDisk();
  if (!isDisplaced && !lost) return full ? <Bar>{full}</Bar> : null;
  return (
    <Bar
      action={
        <Button variant="ghost" size="small" onClick={connection.retryNow}>
          {isDisplaced ? "Continue here" : "Try now"}
        </Button>
      }
    >
      {isDisplaced
        ? "Parley is open in too many tabs or devices, so this page isn't updating."
        : "You're offline. Messages you write now are sent when you're back online."}
    </Bar>
  );
}
