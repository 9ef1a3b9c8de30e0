import type { ChannelNameDto } from "@/lib/channels/dto";

/** Where a webhook of the channel `channelId` can go, as far as the name holds every word of the search. */
export function moveTargets(channels: readonly ChannelNameDto[], channelId: string, search: string): ChannelNameDto[] {
  const words = search.toLowerCase().replaceAll("#", "").split(/\s+/).filter(Boolean);
  return channels.filter(
    ({ id, name }) => id !== channelId && words.every((word) => name.toLowerCase().includes(word)),
  );
}
