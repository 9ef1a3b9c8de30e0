"use client";

import { useEffect, useEffectEvent } from "react";
import type { ChannelDto } from "@/lib/channels/dto";
import { PinnedList } from "../pins/pinned-panel";
import { usePins } from "../pins/use-pins";

const nothingYet: string[] = [];

/** What is pinned in the channel, live. */
export function PinsList({ channel }: { channel: ChannelDto }) {
  const { pins, load } = usePins(channel.id, nothingYet);
  const begin = useEffectEvent(load);
  useEffect(() => begin(), []);
  return (
    <PinnedList
      channelId={channel.id}
      pins={pins}
      canUnpin={channel.role !== null && !channel.archived}
      onRetry={load}
      onShow={() => {}}
    />
  );
}
