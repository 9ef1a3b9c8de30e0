"use client";

import { useState } from "react";
import type { NotificationLevel } from "@/lib/channels/dto";
import { changeLevel } from "./change-level";

/** What the channel notifies of, and how to change it: shown at once, and taken back if the server refuses. */
export function useLevel(
  channelId: string,
  rendered: NotificationLevel,
): [NotificationLevel, (level: NotificationLevel) => void] {
  const [level, setLevel] = useState(rendered);
  const [before, setBefore] = useState(rendered);
  // Chosen elsewhere, by this person.
  if (before !== rendered) {
    setBefore(rendered);
    setLevel(rendered);
  }
  const choose = async (next: NotificationLevel) => {
    setLevel(next);
    if (!(await changeLevel(channelId, next))) setLevel(rendered);
  };
  return [level, (next) => void choose(next)];
}
