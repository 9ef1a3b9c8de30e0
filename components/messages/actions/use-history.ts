"use client";

import { useState } from "react";
import type { MessageDto, MessageEditDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";

/** What became of the request for a message's history; null while it is under way. */
export type History = { edits: MessageEditDto[] } | { error: string } | null;

/** A message's history: asked for when it is opened. */
export function useHistory({ channelId, id }: MessageDto) {
  const [shown, setShown] = useState(false);
  const [history, setHistory] = useState<History>(null);
  const load = async () => {
    setShown(true);
    setHistory(null);
    setHistory(await requestHistory(channelId, id));
  };
  return { shown, history, load: () => void load(), close: () => setShown(false) };
}

async function requestHistory(channelId: string, messageId: string): Promise<History> {
  try {
    const response = await fetch(paths.api.edits(channelId, messageId), { signal: AbortSignal.timeout(15_000) });
    const answer = (await response.json()) as { edits: MessageEditDto[]; error?: string };
    return response.ok ? { edits: answer.edits } : { error: answer.error ?? "The history can't be read just now." };
  } catch {
    return { error: "The history can't be read: the connection is lost." };
  }
}
