"use client";

import { useMemo, useRef } from "react";
import { useWebhooks } from "@/components/conversation/webhooks/webhooks-context";
import { useOpenDirect } from "@/components/direct/use-open-direct";
import type { ActionOf } from "@/components/message/author-link";
import type { ChannelDto } from "@/lib/channels/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { paths } from "@/lib/paths";

/** Where the authors of this channel's messages lead. The function stays the same while messages come and go. */
export function useAuthorActions(channel: ChannelOfAuthors, readerId: string): ActionOf {
  const { open } = useOpenDirect();
  const latest = useRef(open);
  latest.current = open;
  const { webhooks } = useWebhooks();
  const { id: channelId, canManageWebhooks, people } = channel;
  // In a direct message with one other person, the conversation with them is already open.
  const only = people?.length === 1 ? people[0]?.id : undefined;
  return useMemo<ActionOf>(() => {
    // A webhook that was made after the page isn't in the list yet, and belongs to this channel.
    const gone = new Set(webhooks.filter((each) => !each.here).map(({ id }) => id));
    return ({ kind, id, name: written }) => {
      if (id === null) return null;
      const name = cleanText(written);
      if (kind === "webhook") {
        if (!canManageWebhooks || gone.has(id)) return null;
        return { name: `Settings of ${name}`, href: paths.webhookSettings(channelId, id) };
      }
      if (id === readerId || id === only) return null;
      return { name: `Message ${name}`, act: () => void latest.current([id]) };
    };
  }, [channelId, canManageWebhooks, readerId, only, webhooks]);
}

type ChannelOfAuthors = Pick<ChannelDto, "id" | "canManageWebhooks" | "people">;
