"use client";

import { useState } from "react";
import type { PaletteItem } from "./palette-item";

/**
 * Which row is selected: the first that there was for the query, until another is pointed at. Rows that come later, before it or
 * behind it, don't move the selection; if its own row goes, the first takes its place.
 */
export function useSelection(query: string, rows: readonly PaletteItem[]) {
  const [held, setHeld] = useState<{ query: string; id: string | null }>({ query, id: null });
  const found = held.query === query ? rows.find(({ id }) => id === held.id) : undefined;
  const selected = found ?? rows[0];
  const id = selected?.id ?? null;
  if (held.query !== query || held.id !== id) setHeld({ query, id });
  return { selected, select: (item: PaletteItem | undefined) => item && setHeld({ query, id: item.id }) };
}
