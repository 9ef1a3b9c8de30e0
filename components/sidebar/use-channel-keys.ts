"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { isDialogOpen } from "@/components/chat/keyboard/keys";
import { readCommand } from "@/components/frame/unread/read-shortcuts";
import { deferred } from "@/components/ui/deferred/deferred";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";

const reading = deferred(() => import("@/components/frame/unread/mark-all-read"));

/** Marks everything as read, after loading the code that does it. */
export async function loadAndMarkAllRead(): Promise<void> {
  await (await reading.load())?.markAllRead();
}

/**
 * Handles the shortcuts for the next and previous channel, unread or not, and for marking all as read, on every page.
 * `channels` are those in the sidebar, in order.
 */
export function useChannelKeys(channels: readonly SidebarChannelDto[], openId: string | null): void {
  const router = useRouter();
  const act = useEffectEvent((event: KeyboardEvent) => {
    const command = readCommand(event);
    if (event.defaultPrevented || event.isComposing || command === null || command === "catch-up") return;
    if (command !== "all" && isDialogOpen()) return;
    event.preventDefault();
    if (event.repeat) return;
    if (command === "all") {
      void loadAndMarkAllRead();
      return;
    }
    const channelId = nextChannel(channels, openId, command);
    if (channelId) router.push(paths.channel(channelId));
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => act(event);
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}

/**
 * Returns the channel below or above the open one in the sidebar, or the next or previous unread one, wrapping around;
 * null if there is none.
 */
export function nextChannel(
  channels: readonly Pick<SidebarChannelDto, "id" | "unread">[],
  openId: string | null,
  command: "below" | "above" | "next" | "previous",
): string | null {
  const ordered = command === "below" || command === "next" ? channels : channels.toReversed();
  const at = ordered.findIndex(({ id }) => id === openId);
  const following = [...ordered.slice(at + 1), ...ordered.slice(0, Math.max(at, 0))];
  const anyOf = command === "below" || command === "above";
  return following.find(({ unread }) => anyOf || unread > 0)?.id ?? null;
}
