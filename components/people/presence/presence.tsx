"use client";

import { clsx } from "clsx";
import { type ReactNode, useEffect } from "react";
import { connection, useLost } from "@/lib/browser/events";
import { useHereCount, usePresence } from "@/lib/browser/presence";
import type { ChannelDto } from "@/lib/channels/dto";
import type { ChannelPresenceDto } from "@/lib/live/presence/dto";

export const presenceWords = { here: "Online", away: "Away", offline: "Offline" };

/** An avatar with a presence dot, which never shifts the layout. The global styles define its look. */
export function Present({ userId, children }: { userId: string; children: ReactNode }) {
  const state = usePresence(userId);
  return (
    <span className="relative inline-flex shrink-0">
      {children}
      {state && state !== "offline" && (
        <span data-presence={state}>
          <span className="sr-only">{presenceWords[state]}</span>
        </span>
      )}
    </span>
  );
}

type ChannelPresenceProps = {
  channel: Pick<ChannelDto, "id" | "people">;
  /** The presence when the page was rendered. */
  rendered: ChannelPresenceDto;
};

/**
 * Shows how many members are online, or the other person's presence in a direct message of two. Its space is reserved.
 * While this page is offline it doesn't know, and shows neither.
 */
export function ChannelPresence({ channel, rendered }: ChannelPresenceProps) {
  const [only, ...others] = channel.people ?? [];
  const person = only && others.length === 0 ? only.id : null;
  const state = usePresence(person ?? "0", rendered.person) ?? "offline";
  const lost = useLost();
  const here = useHereCount(channel.id, rendered.here);
  if (person !== null) {
    return (
      <p
        className={clsx(
          "flex min-w-19 shrink-0 items-center gap-1.5 px-1 text-sm text-text-muted",
          lost && "invisible",
        )}
      >
        <span data-presence={state} />
        {presenceWords[state]}
      </p>
    );
  }
  return (
    <p
      className={clsx(
        "flex min-w-18 shrink-0 items-center gap-1.5 px-1 text-sm text-text-muted tabular-nums @max-2xl:hidden",
        lost && "invisible",
      )}
    >
      <span data-presence={here > 0 ? "here" : "offline"} />
      {here} online
    </p>
  );
}

const LOOK_MS = 5_000;
const IDLE_MS = 600_000;
const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel", "focus", "visibilitychange"];

/** Reports the user as away when the page is hidden for a few seconds, or unused for ten minutes. */
export function PresenceSource() {
  useEffect(() => {
    let activeAt = Date.now();
    const noteActivity = () => {
      activeAt = Date.now();
      if (!document.hidden) connection.setAway(false);
    };
    const look = () => {
      if (Date.now() - activeAt > (document.hidden ? LOOK_MS : IDLE_MS)) connection.setAway(true);
    };
    const timer = setInterval(look, LOOK_MS);
    // "visibilitychange" fires on the document and bubbles to the window.
    for (const sign of SIGNS) window.addEventListener(sign, noteActivity, { passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, noteActivity);
    };
  }, []);
  return null;
}
