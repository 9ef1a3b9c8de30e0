"use client";

import { useState } from "react";
import type { PaletteItem } from "./palette-item";
import { type Held, selectedRow } from "./selected-row";

/** Which row is selected: the first for the query, until another is pointed at. */
export function useSelection(query: string, rows: readonly PaletteItem[]) {
  const [held, setHeld] = useState<Held>({ query, id: null, pointed: false });
  const selected = selectedRow(held, query, rows);
  const id = selected?.id ?? null;
  if (held.query !== query || held.id !== id) setHeld({ query, id, pointed: false });
  return {
    selected,
    select: (item: PaletteItem | undefined) => item && setHeld({ query, id: item.id, pointed: true }),
  };
}
