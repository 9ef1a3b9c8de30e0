"use client";

import { useEffect, useState } from "react";
import { usePermission } from "@/components/frame/permission";
import { deferred } from "@/components/ui/deferred/deferred";
import { myChannels } from "@/lib/browser/sidebar";
import type { SidebarChannelDto } from "@/lib/channels/dto";

const part = deferred(() => import("./notifier"));

/** Loads the notifier only if notifications are allowed. Renders nothing. */
export function DeferredNotifier() {
  const isGranted = usePermission() === "granted";
  const [since, setSince] = useState<readonly SidebarChannelDto[] | null>(null);
  const Notifier = part.use()?.Notifier;
  useEffect(() => {
    if (!isGranted) return;
    // Events that arrive while it loads still count as new.
    setSince(myChannels());
    void part.load();
  }, [isGranted]);
  return isGranted && since && Notifier ? <Notifier since={since} /> : null;
}
