"use client";

import { useCallback, useMemo, useState } from "react";
import type { MutedRow } from "./rows";
import { noneMuted } from "./webhooks/is-muted";

/** Ids of muted messages that the reader wants to see, and how to show or hide a run of them. What is muted anew begins hidden. */
export function useOpenRuns(muted: ReadonlySet<string>, targetId: string | null) {
  const [shown, setShown] = useState(noneMuted);
  const [hidden, setHidden] = useState(false);
  const [before, setBefore] = useState(muted);
  if (before !== muted) {
    setBefore(muted);
    setShown(noneMuted);
  }
  const toggle = useCallback(
    ({ messages, open }: MutedRow) => {
      const ids = messages.map(({ id }) => id);
      if (targetId !== null && ids.includes(targetId)) setHidden(open);
      setShown((all) => new Set(open ? [...all].filter((id) => !ids.includes(id)) : [...all, ...ids]));
    },
    [targetId],
  );
  // Whoever follows a link to a muted message wants to see it.
  const open = useMemo(
    () => (targetId === null || hidden ? shown : new Set([...shown, targetId])),
    [shown, targetId, hidden],
  );
  return { open, toggle };
}
