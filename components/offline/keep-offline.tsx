"use client";

import { useEffect, useEffectEvent } from "react";
import { unsent, unsentChanged } from "@/components/chat/conversation/run/unsent";
import { whenIdle } from "@/components/ui/hooks/when-idle";
import { connection } from "@/lib/browser/events";
import { isKeptUrgent } from "@/lib/browser/kept/hint";
import { storedNonces } from "@/lib/browser/kept/stored-nonces";
import { keeping } from "@/lib/browser/storage";
import type { MeDto } from "@/lib/people/dto";

// The first page of a browser prepares it for being offline soon, later ones have more urgent work.
const FIRST_MS = 1_000;
const LATER_MS = 5_000;
/** What someone does before they write. */
const SIGNS = ["pointerdown", "keydown"] as const;

type KeepOfflineProps = { me: MeDto; workspaceName: string };

/** Saves what is read and what is waiting to be sent on this device, for use offline. Renders nothing. */
export function KeepOffline(props: KeepOfflineProps) {
  const begin = useEffectEvent(async () => (await import("./keep")).keep(props));
  useEffect(() => {
    let kept: Promise<() => void> | undefined;
    let wanted = false;
    const start = () => {
      wanted = true;
      if (kept) return;
      kept = begin();
      // Loading it fails without a network. It's loaded again when the connection is back.
      kept.catch(() => {
        kept = undefined;
      });
    };
    const startWhenIdle = () => whenIdle(start);
    const startAgain = () => {
      if (wanted) start();
    };
    const timer = setTimeout(startWhenIdle, isKeptUrgent(props.me.id) ? FIRST_MS : LATER_MS);
    const stops = [unsentChanged.subscribe(start), connection.status.subscribe(startAgain), warnBeforeLosing()];
    for (const sign of SIGNS) window.addEventListener(sign, startWhenIdle, { once: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      for (const sign of SIGNS) window.removeEventListener(sign, startWhenIdle);
      void kept?.then((stop) => stop()).catch(() => undefined);
    };
  }, [props.me.id]);
  return null;
}

/** While this page has unsent messages that this device hasn't stored, the browser asks before closing it. */
function warnBeforeLosing(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    // Signing out asks about unsent messages itself.
    if (!keeping.over) event.preventDefault();
  };
  const update = () => {
    const stored = storedNonces.get();
    const loses = [...unsent.values()].some(({ pending }) => pending.some(({ nonce }) => !stored.has(nonce)));
    // Only while it's needed: browsers keep no page with such a listener for going back.
    window.removeEventListener("beforeunload", ask);
    if (loses) window.addEventListener("beforeunload", ask);
  };
  const stops = [unsentChanged.subscribe(update), storedNonces.subscribe(update)];
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener("beforeunload", ask);
  };
}
