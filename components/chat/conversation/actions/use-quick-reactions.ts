"use client";

import { useState } from "react";
import { isMine } from "@/components/chat/conversation/reactions/reaction-row";
import { quickEmoji } from "@/components/emoji/usual-emoji";
import type { MessageDto } from "@/lib/messages/dto";
import { useActions } from "./actions-context";

/** Returns this person's usual emoji, and for each whether they reacted with it. The emoji stay while they are shown. */
export function useQuickReactions({ reactions }: MessageDto, most: number) {
  const { reader } = useActions();
  const [usual] = useState(() => quickEmoji(most));
  return usual.map((emoji) => {
    const mine = reactions.some((reaction) => reaction.emoji === emoji && isMine(reaction, reader.id));
    return { emoji, mine };
  });
}
