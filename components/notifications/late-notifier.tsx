"use client";

import { useEffect, useRef, useState } from "react";
import { late } from "@/components/ui/late";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { usePermission } from "./permission";

const part = late(() => import("./notifier"));

/** The notifier, for who has allowed notifications: most pages do without. Renders nothing. */
export function LateNotifier({ channels }: { channels: readonly SidebarChannelDto[] }) {
  const wanted = usePermission() === "granted";
  const latest = useRef(channels);
  const [since, setSince] = useState<readonly SidebarChannelDto[] | null>(null);
  const Notifier = part.use()?.Notifier;
  useEffect(() => {
    latest.current = channels;
  }, [channels]);
  useEffect(() => {
    if (!wanted) return;
    // What comes while it is fetched is news to it.
    setSince(latest.current);
    void part.load();
  }, [wanted]);
  return wanted && since && Notifier ? <Notifier channels={channels} since={since} /> : null;
}
