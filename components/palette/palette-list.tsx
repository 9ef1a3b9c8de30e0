"use client";

import { Search, SearchX, X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type KeyboardEvent, useId, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import type { PaletteItem } from "./palette-item";
import { PaletteRow } from "./palette-row";
import { matching, unasked } from "./rank";
import { readRecent } from "./recent";
import { step } from "./step";

// Longer than anything that could match.
const MOST_LETTERS = 100;

type PaletteListProps = { items: PaletteItem[]; choose: (item: PaletteItem) => void };

/**
 * The field, and below it what matches. The arrows move through it, Enter chooses. The list is our own, because cmdk's names a row
 * that is gone to who can't see the highlight.
 */
export function PaletteList({ items, choose }: PaletteListProps) {
  const listId = useId();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const [recent] = useState(readRecent);
  const asked = query.trim();
  const sections = asked ? matching(items, asked, recent) : unasked(items, recent);
  const rows = sections.flatMap((section) => section.items);
  const selected = rows[Math.min(at, rows.length - 1)];
  const rowId = (item: PaletteItem) => `${listId}-${rows.indexOf(item)}`;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = step(event.key, selected ? rows.indexOf(selected) : 0, rows.length);
    if (next !== null) setAt(next);
    else if (event.key === "Enter" && selected) choose(selected);
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-13 shrink-0 items-center gap-2.5 border-b ps-4 pe-2">
        <Search aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={rows.length > 0}
          aria-controls={rows.length > 0 ? listId : undefined}
          aria-activedescendant={selected && rowId(selected)}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          maxLength={MOST_LETTERS}
          placeholder="Search channels, pages and actions"
          className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
        />
        <Radix.Close
          aria-label="Close"
          className="inline-flex target shrink-0 items-center justify-center rounded-md text-text-muted transition-colors hover:bg-surface-hover hover:text-text"
        >
          <X aria-hidden="true" className="size-4" />
        </Radix.Close>
      </div>
      <p role="status" className="sr-only">
        {asked && rows.length === 0
          ? "Nothing matches"
          : asked && `${rows.length} ${rows.length === 1 ? "match" : "matches"}`}
      </p>
      {rows.length === 0 && (
        <EmptyState icon={<SearchX />} title={`Nothing matches “${asked}”`}>
          Channels that you are in or could join, pages, and actions are found here.
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
        {sections.map(({ heading, items: found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
          <div key={heading} role="group" aria-label={heading}>
            <span aria-hidden="true" className="block px-2.5 pt-3 pb-1 font-medium text-text-muted text-xs">
              {heading}
            </span>
            {found.map((item) => (
              <PaletteRow
                key={item.id}
                item={item}
                id={rowId(item)}
                selected={item === selected}
                choose={() => choose(item)}
                point={() => setAt(rows.indexOf(item))}
                ref={item === selected ? intoView : undefined}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function intoView(row: HTMLDivElement | null): void {
  row?.scrollIntoView({ block: "nearest" });
}
