"use client";

import { useEffect, useState } from "react";
import { deferred } from "@/components/ui/deferred/deferred";
import { PHONE } from "@/components/ui/hooks/is-phone";
import { whenIdle } from "@/components/ui/hooks/when-idle";
import { myChannels } from "@/lib/browser/sidebar";
import type { SidebarChannelDto } from "@/lib/channels/dto";

const part = deferred(() => import("./message-banner"));
// A new page has more urgent work.
const PATIENCE_MS = 2_000;

/** Loads the banner only on phones: elsewhere the sidebar shows what is new. Renders nothing until then. */
export function DeferredMessageBanner() {
  const [since, setSince] = useState<readonly SidebarChannelDto[] | null>(null);
  const MessageBanner = part.use()?.MessageBanner;
  useEffect(() => {
    const phone = window.matchMedia(PHONE);
    const load = () => {
      if (phone.matches) void part.load();
    };
    // Messages that arrive while it loads still count as new.
    const begin = setTimeout(() => setSince(myChannels()));
    const timer = setTimeout(() => whenIdle(load), PATIENCE_MS);
    phone.addEventListener("change", load);
    return () => {
      clearTimeout(begin);
      clearTimeout(timer);
      phone.removeEventListener("change", load);
    };
  }, []);
  return since && MessageBanner ? <MessageBanner since={since} /> : null;
}
