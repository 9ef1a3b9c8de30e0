import { useMemo } from "react";
import { type StoredDraft, useAllDrafts } from "@/lib/browser/drafts";
import { useMyChannels } from "@/lib/browser/sidebar";
import { ownKey } from "@/lib/browser/storage";
import type { SidebarChannelDto } from "@/lib/channels/dto";

/** A draft and where it was begun. `threadId` is the thread's root, or null in the channel itself. */
export type DraftItem = {
  key: string;
  conversationId: string;
  channel: SidebarChannelDto;
  threadId: string | null;
  draft: StoredDraft;
};

/** Returns the user's drafts in their channels and in threads there, the latest first, live. */
export function useDrafts(): DraftItem[] {
  const drafts = useAllDrafts();
  const channels = useMyChannels();
  return useMemo(() => draftsIn(channels, drafts), [channels, drafts]);
}

/** Returns the drafts that were begun in these channels, the latest first. */
export function draftsIn(
  channels: readonly SidebarChannelDto[],
  drafts: ReadonlyMap<string, StoredDraft>,
): DraftItem[] {
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  const items = Array.from(drafts, ([conversationId, draft]) => {
    const channel = byId.get(draft.channelId ?? conversationId);
    const threadId = channel?.id === conversationId ? null : conversationId;
    return channel && { key: `${ownKey("draft")}.${conversationId}`, conversationId, channel, threadId, draft };
  });
  return items.filter((item) => item !== undefined).sort((a, b) => (b.draft.at ?? 0) - (a.draft.at ?? 0));
}
