"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { toast } from "@/components/ui/toaster";
import { readCommand } from "@/components/unread/read-shortcuts";
import type { MessageDto } from "@/lib/messages/dto";
import type { MessageFilter } from "@/lib/messages/schema";
import { paths } from "@/lib/paths";

/** When the user sends a message, leaves a webhook's filter, which would hide it, and goes to the message. */
export function useLeaveBySending(
  channelId: string,
  filter: MessageFilter | null,
  messages: readonly MessageDto[],
): void {
  const router = useRouter();
  const sent = filter?.by === "webhook" ? messages.findLast(({ author }) => author.kind === "user")?.seq : undefined;
  useEffect(() => {
    if (sent !== undefined) router.push(paths.message(channelId, sent));
  }, [router, channelId, sent]);
}

/** While a filter hides messages, replaces the shortcut that marks all as read with an explanation. */
export function useNothingIsRead(filtered: boolean): void {
  useEffect(() => {
    if (!filtered) return;
    const pressed = (event: KeyboardEvent) => {
      if (readCommand(event) !== "all" || event.isComposing) return;
      event.preventDefault();
      if (!event.repeat) toast("Nothing was marked as read: a filter is hiding messages", { id: "nothing-is-read" });
    };
    // Runs in the capture phase, before the sidebar's handler, which ignores a prevented key.
    window.addEventListener("keydown", pressed, { capture: true });
    return () => window.removeEventListener("keydown", pressed, { capture: true });
  }, [filtered]);
}
