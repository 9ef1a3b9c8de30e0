"use client";

import { useEffect, useEffectEvent } from "react";
import { whenIdle } from "@/components/ui/when-idle";
import { isKeptUrgent } from "@/lib/browser/kept/hint";
import type { MeDto } from "@/lib/users/dto";

// Nothing has been read before that, and a new page has more urgent work.
const PATIENCE_MS = 5_000;

type KeepOfflineProps = { me: MeDto; workspaceName: string };

/** Saves what is read and what is waiting to be sent on this device, for use offline. Renders nothing. */
export function KeepOffline(props: KeepOfflineProps) {
  const begin = useEffectEvent(async () => (await import("./keep")).keep(props));
  useEffect(() => {
    let kept: Promise<() => void> | undefined;
    const timer = setTimeout(
      () =>
        whenIdle(() => {
          kept = begin();
          // Loading it fails without a network. The next page tries again.
          kept.catch(() => undefined);
        }),
      isKeptUrgent(props.me.id) ? 0 : PATIENCE_MS,
    );
    return () => {
      clearTimeout(timer);
      void kept?.then((stop) => stop()).catch(() => undefined);
    };
  }, [props.me.id]);
  return null;
}
