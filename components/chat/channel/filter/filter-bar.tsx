"use client";

import { useEffect, useState } from "react";
import { useWebhooks } from "@/components/chat/conversation/webhooks/webhooks-context";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { ListFilter } from "@/components/ui/icons/icons";
import { paths } from "@/lib/text/paths";
import { filterName } from "./filter-name";

/** Names the active filter and offers a link back to all messages. */
export function FilterBar({ channelId }: { channelId: string }) {
  const { filter, webhooks, muted } = useWebhooks();
  const isMuted = filter?.by === "webhook" && muted.has(filter.webhookId);
  const text = filter && `Showing only ${filterName(filter, webhooks)}`;
  // Set after rendering, because screen readers only announce changes to a status.
  const [said, setSaid] = useState("");
  useEffect(() => setSaid(text ?? ""), [text]);
  if (!text) return null;
  return (
    <div className="flex min-h-9 shrink-0 items-center gap-2 border-b bg-surface-sunken px-4 py-0.5 text-sm max-md:px-3">
      <ListFilter aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      <span className="min-w-0 truncate [unicode-bidi:isolate]">{text}</span>
      {isMuted && <span className="shrink-0 text-text-muted">Muted</span>}
      <span role="status" className="sr-only">
        {said}
      </span>
      <Link href={paths.channel(channelId)} className={buttonStyle("ghost", "small", "ms-auto shrink-0")}>
        Show everything
      </Link>
    </div>
  );
}
