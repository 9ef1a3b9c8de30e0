"use client";

import { useEffect, useEffectEvent } from "react";
import { whenIdle } from "@/components/ui/when-idle";
import { isKeptUrgent } from "@/lib/browser/kept/hint";
import type { MeDto } from "@/lib/users/dto";

// Nobody has read anything sooner, and a page has better things to do.
const PATIENCE_MS = 5_000;

type KeepOfflineProps = { me: MeDto; workspaceName: string };

/** Keeps on this device what is read here, for when there is no network, and what waits to be sent. Renders nothing. */
export function KeepOffline(props: KeepOfflineProps) {
  const begin = useEffectEvent(async () => (await import("./keep")).keep(props));
  useEffect(() => {
    let kept: Promise<() => void> | undefined;
    const timer = setTimeout(
      () =>
        whenIdle(() => {
          kept = begin();
          // Without a network it can't be fetched. The next page tries again.
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
