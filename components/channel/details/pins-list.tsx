"use client";

import { useEffect } from "react";
import { askPins, usePins } from "@/lib/browser/pins";
import type { ChannelDto } from "@/lib/channels/dto";
import { PinnedList } from "../pins/pinned-panel";

/** What is pinned in the channel, live. */
export function PinsList({ channel }: { channel: ChannelDto }) {
  const pins = usePins(channel.id);
  // The channel's header may know how many there are, and not which.
  useEffect(() => askPins(channel.id), [channel.id]);
  return (
    <PinnedList
      channelId={channel.id}
      pins={pins}
      canUnpin={channel.role !== null && !channel.archived}
      onShow={() => {}}
    />
  );
}
