"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { applyEvent } from "@/lib/browser/apply-event";
import { connection } from "@/lib/browser/events";
import { useLivePeople } from "@/lib/browser/people";
import { type Rendered, RenderedContext } from "@/lib/browser/rendered";
import { useLiveSidebar } from "@/lib/browser/sidebar";

/** Opens the browser's one event stream, and keeps what the server `rendered` around every page up to date. */
export function EventsProvider({ rendered, children }: { rendered: Rendered; children: ReactNode }) {
  const { refresh } = useRouter();
  useLiveSidebar(rendered.sidebar);
  useLivePeople(rendered.statuses, rendered.mutedIds);
  useEffect(() => connection.start((event) => applyEvent(event, { refresh, forget })), [refresh]);
  return <RenderedContext value={rendered}>{children}</RenderedContext>;
}

/** Most pages never have to forget anything, so what does it is fetched then. */
function forget(channelId: string | null): void {
  void import("@/lib/browser/kept/wipe")
    .then((kept) => (channelId === null ? kept.wipeDevice({ leaving: true }) : kept.wipeChannel(channelId)))
    .catch(() => undefined);
}
