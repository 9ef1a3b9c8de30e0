"use client";

import { SearchX } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { PaletteField } from "./palette-field";
import type { PaletteItem } from "./palette-item";
import { PaletteRow } from "./palette-row";
import { palettePlaceholder } from "./palette-style";
import { matching, unasked } from "./rank";
import { readRecent } from "./recent";
import { step } from "./step";
import { useFound } from "./use-found";
import { useSelection } from "./use-selection";

// Longer than anything that could match.
const MOST_LETTERS = 100;

type PaletteListProps = {
  items: PaletteItem[];
  choose: (item: PaletteItem) => void;
  query: string;
  setQuery: (query: string) => void;
};

/**
 * The field, and below it what matches, with the messages that the server finds behind it. The arrows move through it, Enter
 * chooses. The list is our own, because cmdk's names a row that is gone to who can't see the highlight.
 */
export function PaletteList({ items, choose, query, setQuery }: PaletteListProps) {
  const listId = useId();
  const [recent] = useState(readRecent);
  const asked = query.trim();
  const found = useFound(asked);
  const local = asked ? matching(items, asked, recent) : unasked(items, recent);
  const sections = [...local, ...(found.items.length > 0 ? [{ heading: "Messages", items: found.items }] : [])];
  const rows = sections.flatMap((section) => section.items);
  const { selected, select } = useSelection(asked, rows);
  const rowId = (item: PaletteItem) => `${listId}-${rows.indexOf(item)}`;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = step(event.key, selected ? rows.indexOf(selected) : 0, rows.length);
    if (next !== null) select(rows[next]);
    else if (event.key === "Enter" && selected) choose(selected);
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PaletteField
        aria-controls={rows.length > 0 ? listId : undefined}
        aria-activedescendant={selected && rowId(selected)}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
        maxLength={MOST_LETTERS}
        placeholder={palettePlaceholder}
      />
      <p role="status" className="sr-only">
        {asked && said(rows.length, found.waiting)}
      </p>
      {rows.length === 0 && (
        <EmptyState icon={<SearchX />} title={`Nothing matches “${asked}”`}>
          Channels that you are in or could join, people, messages, pages, and actions are found here.
        </EmptyState>
      )}
      <div
        id={listId}
        role="listbox"
        aria-label="Results"
        tabIndex={-1}
        hidden={rows.length === 0}
        className="min-h-0 overflow-y-auto overscroll-contain px-2 pb-2"
      >
        {sections.map(({ heading, items: matches }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
          <div key={heading} role="group" aria-label={heading}>
            <span
              aria-hidden="true"
              className="flex justify-between gap-4 px-2.5 pt-3 pb-1 font-medium text-text-muted text-xs"
            >
              {heading}
              {heading === "Messages" && found.waiting && <span className="animate-late font-normal">Searching…</span>}
            </span>
            {matches.map((item) => (
              <PaletteRow
                key={item.id}
                item={item}
                id={rowId(item)}
                selected={item === selected}
                choose={() => choose(item)}
                point={() => select(item)}
                ref={item === selected ? intoView : undefined}
              />
            ))}
          </div>
        ))}
      </div>
      {found.error && (
        <p role="status" className="shrink-0 border-t px-4.5 py-2.5 text-sm text-text-muted">
          {found.error}
        </p>
      )}
    </div>
  );
}

function said(matches: number, waiting: boolean): string {
  if (waiting) return matches === 0 ? "Searching" : "";
  if (matches === 0) return "Nothing matches";
  return matches === 1 ? "1 match" : `${matches} matches`;
}

function intoView(row: HTMLDivElement | null): void {
  row?.scrollIntoView({ block: "nearest" });
}
