"use client";

import { useState } from "react";
import { request } from "@/lib/browser/request";
import type { MessageDto, MessageEditDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";

/** What became of the request for a message's history; null while it is under way. */
export type History = { edits: MessageEditDto[] } | { error: string } | null;

const LOST = "The history can't be read: the connection is lost.";

/** A message's history: asked for when it is opened. */
export function useHistory({ channelId, id }: MessageDto) {
  const [shown, setShown] = useState(false);
  const [history, setHistory] = useState<History>(null);
  const load = async () => {
    setShown(true);
    setHistory(null);
    const answer = await request<{ edits: MessageEditDto[] }>(paths.api.edits(channelId, id));
    setHistory(answer.ok ? answer.data : { error: answer.error ?? LOST });
  };
  return { shown, history, load: () => void load(), close: () => setShown(false) };
}
