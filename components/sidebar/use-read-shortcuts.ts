"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { late } from "@/components/ui/late";
import { readCommand } from "@/components/unread/read-shortcuts";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import { nextUnread } from "./next-unread";

const reading = late(() => import("@/components/unread/mark-all-read"));

/** Marks everything as read, once the part that does it has been fetched. */
export async function markAllRead(): Promise<void> {
  await (await reading.load())?.markAllRead();
}

/** The shortcuts of reading that work on every page: to the next and the previous unread channel, and all as read. */
export function useReadShortcuts(channels: readonly SidebarChannelDto[], openId: string | null): void {
  const router = useRouter();
  const act = useEffectEvent((event: KeyboardEvent) => {
    const command = readCommand(event);
    if (event.defaultPrevented || event.isComposing || command === null || command === "catch-up") return;
    event.preventDefault();
    if (event.repeat) return;
    if (command === "all") {
      void markAllRead();
      return;
    }
    const channelId = nextUnread(channels, openId, command);
    if (channelId) router.push(paths.channel(channelId));
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => act(event);
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}
