"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { MessageDto } from "@/lib/messages/dto";
import type { MessageFilter } from "@/lib/messages/schema";
import { paths } from "@/lib/paths";

/** Who writes while only one webhook is shown sees what they wrote where it stands: among all messages. */
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
