"use client";

import { useEffect, useEffectEvent } from "react";
import { Announcer } from "@/components/chat/conversation/reading/announcer";
import type { useMarkRead } from "@/components/chat/conversation/reading/use-mark-read";
import { countUnread } from "@/components/chat/conversation/rows";
import type { Run } from "@/components/chat/conversation/run/run";
import { useWebhooks } from "@/components/chat/conversation/webhooks/webhooks-context";
import { badgeText } from "@/components/frame/unread/badge-text";
import { readCommand } from "@/components/frame/unread/read-shortcuts";
import { Button } from "@/components/ui/controls/button";
import { ArrowDown, Check } from "@/components/ui/icons/icons";
import { useSidebar } from "@/lib/browser/sidebar";

type CatchUpProps = {
  channelId: string;
  readerId: string;
  run: Run;
  reading: Omit<ReturnType<typeof useMarkRead>, "release">;
  /** Whether viewing messages marks them as read. */
  reads: boolean;
  /** Whether the latest message is in view. */
  atEnd: boolean;
  /** Whether there are no messages. */
  empty: boolean;
  onJump: () => void;
  onCatchUp: () => void;
};

/** Announces new messages, and offers Escape and two buttons to skip what is unread. */
export function CatchUp({ channelId, readerId, run, reading, reads, atEnd, empty, onJump, onCatchUp }: CatchUpProps) {
  const { muted } = useWebhooks();
  const counted = useSidebar(({ channels }) => channels.find(({ id }) => id === channelId)?.unread ?? null);
  const unread = (run.hasNewer ? counted : null) ?? countUnread(run.messages, reading.read, readerId, muted);
  useCatchUpKey(onCatchUp);
  return (
    <>
      <Announcer channelId={channelId} readerId={readerId} latest={run.latest} />
      {!empty && (
        <JumpBar
          atEnd={atEnd}
          unread={reads ? unread : 0}
          frozen={reading.frozen}
          onJump={onJump}
          onMarkRead={onCatchUp}
        />
      )}
    </>
  );
}

type JumpBarProps = {
  /** Whether the latest message is in view. */
  atEnd: boolean;
  unread: number;
  /** Viewing messages doesn't mark them as read at the moment, so show a button that does. */
  frozen: boolean;
  onJump: () => void;
  onMarkRead: () => void;
};

/** Floats over the end of the messages: jumps to the latest, or marks everything as read. */
function JumpBar({ atEnd, unread, frozen, onJump, onMarkRead }: JumpBarProps) {
  const markable = unread > 0 && (frozen || !atEnd);
  if (atEnd && !markable) return null;
  return (
    <div className="absolute end-6 bottom-3 z-10 flex gap-2">
      {markable && (
        <div className="rounded-md shadow-float">
          <Button variant="secondary" size="small" onClick={onMarkRead}>
            <Check aria-hidden="true" />
            Mark as read
          </Button>
        </div>
      )}
      {!atEnd && (
        <div className="rounded-md shadow-float">
          <Button variant="secondary" size="small" onClick={onJump}>
            <ArrowDown aria-hidden="true" />
            {unread > 0 ? `Jump to latest, ${badgeText(unread)} new` : "Jump to latest"}
          </Button>
        </div>
      )}
    </div>
  );
}

// Elements that Escape closes or cancels first.
const OPEN = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip]";

/** Calls `catchUp` on Escape, unless something is open or being edited. */
function useCatchUpKey(catchUp: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || readCommand(event) !== "catch-up") return;
    if (document.querySelector(OPEN) || isElsewhere(event.target)) return;
    catchUp();
  });
  useEffect(() => {
    const heard = (event: KeyboardEvent) => pressed(event);
    window.addEventListener("keydown", heard);
    return () => window.removeEventListener("keydown", heard);
  }, []);
}

/** Returns whether the target is in a thread, or in a field other than the channel's composer. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("[data-thread]")) return true;
  const writes = target.isContentEditable || target.matches("input, textarea, select");
  return writes && target.dataset.composer !== "channel";
}
