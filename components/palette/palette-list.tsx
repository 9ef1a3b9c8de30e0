"use client";

import { Command, useCommandState } from "cmdk";
import { Dialog as Radix } from "radix-ui";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { EmptyState } from "@/components/ui/display/empty-state";
import { usePainted } from "@/components/ui/hooks/use-painted";
import { Search } from "@/components/ui/icons/icons";
import { SearchX, X } from "@/components/ui/icons/more-icons";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { peopleItems } from "./found-items";
import type { PaletteItem } from "./palette-item";
import { PaletteRow } from "./palette-row";
import { palettePlaceholder, paletteRow } from "./palette-style";
import { matching, type PaletteSection, unasked } from "./rank";
import { readRecent } from "./recent";
import { useFoundMessages, useFoundPeople } from "./use-found";

// Longer than anything that could match.
const MOST_LETTERS = 100;
// As many as fit.
const IN_VIEW = 12;
const SELECTING_KEYS = ["ArrowDown", "ArrowUp", "Home", "End"];

type PaletteListProps = {
  /** The items known in the browser; people and messages come from the server. */
  items: PaletteItem[];
  channels: SidebarChannelDto[];
  choose: (item: PaletteItem) => void;
  /** The field's initial text, and whether Enter was pressed after it. */
  typed: string;
  entered: boolean;
};

/** The palette's field and results. cmdk handles selection and keys. */
export function PaletteList({ items, channels, choose, typed, entered }: PaletteListProps) {
  const [query, setQuery] = useState(typed);
  const [recent] = useState(readRecent);
  const asked = query.trim();
  const found = useFoundPeople(asked);
  const people = peopleItems(found.people, channels);
  const messages = useFoundMessages(asked);
  const all = [...items, ...people];
  const isPainted = usePainted();
  const local = asked ? matching(all, asked, recent) : firstRows(unasked(all, recent), isPainted ? Infinity : IN_VIEW);
  const [selectedBy, setSelectedBy] = useState<string | null>(null);
  const turn = useLateTurn(asked, local.length > 0, selectedBy === asked);
  const sections = [...local, ...(messages.items.length > 0 ? [{ heading: "Messages", items: messages.items }] : [])];
  const count = sections.reduce((sum, section) => sum + section.items.length, 0);
  const enter = useEnter({
    entered: entered ? typed.trim() : null,
    asked,
    first: sections[0]?.items[0],
    waiting: found.waiting,
    choose,
  });

  return (
    <Command
      label="Search"
      shouldFilter={false}
      vimBindings={false}
      loop
      onKeyDown={(event) => {
        const { key } = event;
        if (SELECTING_KEYS.includes(key)) setSelectedBy(asked);
        // Someone may still be found, who would come first.
        if (key !== "Enter" || local.length > 0 || !found.waiting || selectedBy === asked) return;
        event.preventDefault();
        enter();
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <PaletteField query={query} setQuery={setQuery} hasRows={count > 0} />
      <p role="status" className="sr-only">
        {asked && said(count, messages.waiting)}
      </p>
      {count === 0 && (
        <EmptyState icon={<SearchX />} title={`Nothing matches “${asked}”`}>
          Search for channels, people, groups, messages, pages or actions.
        </EmptyState>
      )}
      <Command.List
        label="Results"
        hidden={count === 0}
        onPointerMove={() => setSelectedBy(asked)}
        className="min-h-0 overflow-y-auto overscroll-contain px-2 pb-2"
      >
        {sections.map(({ heading, items: matches }) => (
          <Command.Group
            key={heading === "Messages" ? `${heading} ${turn}` : heading}
            heading={heading}
            className="relative [&>[cmdk-group-heading]]:px-2.5 [&>[cmdk-group-heading]]:pt-3 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-text-muted [&>[cmdk-group-heading]]:text-xs"
          >
            {heading === "Messages" && messages.waiting && (
              <span aria-hidden="true" className="absolute end-2.5 top-3 animate-late text-text-muted text-xs">
                Searching…
              </span>
            )}
            {matches.map((item) => (
              <PaletteRow key={item.id} item={item} section={heading} choose={choose} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {messages.error && (
        <p role="status" className="shrink-0 border-t px-4.5 py-2.5 text-sm text-text-muted">
          {messages.error}
        </p>
      )}
    </Command>
  );
}

type PaletteFieldProps = { query: string; setQuery: (query: string) => void; hasRows: boolean };

/** The palette's search field and close button. */
function PaletteField({ query, setQuery, hasRows }: PaletteFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const selectedId = useSelectedId(field);
  // In a layout effect, before the next key press, and with the cursor at the end, so that no letter is lost.
  useLayoutEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, []);
  return (
    <div className={paletteRow}>
      <Search aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      <Command.Input ref={field} value={query} onValueChange={setQuery} maxLength={MOST_LETTERS} asChild>
        {/* cmdk reports "expanded" without a list, and can name a row that is gone. */}
        <input
          role="combobox"
          aria-expanded={hasRows}
          aria-activedescendant={selectedId}
          placeholder={palettePlaceholder}
          className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
        />
      </Command.Input>
      <Radix.Close
        aria-label="Close"
        className="inline-flex target shrink-0 items-center justify-center rounded-md text-text-muted transition-colors hover:bg-surface-hover hover:text-text"
      >
        <X aria-hidden="true" className="size-4" />
      </Radix.Close>
    </div>
  );
}

/** Returns the id of the selected row. */
function useSelectedId(field: RefObject<HTMLInputElement | null>): string | undefined {
  const selected = useCommandState((state) => state.value);
  const [id, setId] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value means a new row.
  useLayoutEffect(() => {
    const list = document.getElementById(field.current?.getAttribute("aria-controls") ?? "");
    setId(list?.querySelector("[role=option][aria-selected=true]")?.id);
  }, [field, selected]);
  return id;
}

/**
 * Counts how often matches for the same query arrived after message results had been selected for want of others. The
 * count is part of the messages' key: it turns them into new rows, so cmdk selects the first row of all. A row the user
 * selected stays selected.
 */
function useLateTurn(asked: string, hasMatches: boolean, isSelectedByHand: boolean): number {
  const [last, setLast] = useState({ asked, hasMatches, turn: 0 });
  if (last.asked !== asked || last.hasMatches !== hasMatches) {
    const isLate = last.asked === asked && hasMatches && !isSelectedByHand;
    setLast({ asked, hasMatches, turn: last.turn + (isLate ? 1 : 0) });
  }
  return last.turn;
}

type EnterOptions = {
  /** The query for which Enter was pressed before the palette was loaded. */
  entered: string | null;
  asked: string;
  first: PaletteItem | undefined;
  waiting: boolean;
  choose: (item: PaletteItem) => void;
};

/** Chooses the first row once the people are known of a query for which Enter was pressed. Returns what that press calls. */
function useEnter({ entered, asked, first, waiting, choose }: EnterOptions): () => void {
  const [pressed, setPressed] = useState(entered);
  const answered = useEffectEvent(() => {
    setPressed(null);
    if (first) choose(first);
  });
  const isDue = pressed !== null && pressed === asked && asked !== "" && !waiting;
  useEffect(() => {
    if (isDue) answered();
  }, [isDue]);
  return () => setPressed(asked);
}

function firstRows(sections: readonly PaletteSection[], most: number): PaletteSection[] {
  let left = most;
  return sections.flatMap(({ heading, items }) => {
    const rows = items.slice(0, left);
    left -= rows.length;
    return rows.length > 0 ? [{ heading, items: rows }] : [];
  });
}

function said(matches: number, waiting: boolean): string {
  if (waiting) return matches === 0 ? "Searching" : "";
  if (matches === 0) return "Nothing matches";
  return matches === 1 ? "1 match" : `${matches} matches`;
}
