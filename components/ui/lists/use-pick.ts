"use client";

import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from "react";

type PickOptions<Item> = {
  /** The search, which the caller keeps, and what it found. */
  search: string;
  items: readonly Item[];
  /** Whether the search's answer may still bring others. */
  waiting?: boolean;
  isChosen?: (item: Item) => boolean;
  pick: (item: Item) => void;
  /** What Enter does after that. Without it, Enter submits the form around the field. */
  onDone?: (() => void) | undefined;
};

/** What Enter does in a search field: picks the row `at`, waits for an answer, goes on, or nothing. */
export type EnterAction = "pick" | "wait" | "go-on" | "nothing";

/** Returns what Enter does. A search that found nothing stays, so that no one goes on without what they searched for. */
export function onEnter(row: "new" | "chosen" | null, search: string, waiting: boolean): EnterAction {
  if (row === "new") return "pick";
  if (row === "chosen" || search.trim() === "") return "go-on";
  return waiting ? "wait" : "nothing";
}

/** Returns the row to highlight, -1 for none: before an arrow key is pressed, the first match of a search. */
export function rowAt(moved: number | null, search: string, count: number): number {
  return Math.min(moved ?? (search.trim() === "" ? -1 : 0), count - 1);
}

/**
 * Returns the row that a key moves to in a list of `count` rows, wrapping around. `at` is -1 for no row; returns null
 * for other keys.
 */
export function pickerStep(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return at <= 0 ? count - 1 : at - 1;
  return null;
}

/**
 * The keys of a search field that keeps the focus while one of the rows below it is picked: arrow keys move, Enter picks
 * the highlighted row, or the first one as soon as the search is answered, and Enter again goes on.
 */
export function usePick<Item>({ search, items, waiting = false, isChosen, pick, onDone }: PickOptions<Item>) {
  const id = useId();
  const [asked, setAsked] = useState(search);
  const [moved, setMoved] = useState<number | null>(null);
  // Enter was pressed before the search was answered.
  const [entered, setEntered] = useState(false);
  if (asked !== search) {
    setAsked(search);
    setMoved(null);
    setEntered(false);
  }
  const at = rowAt(moved, search, items.length);
  const choose = (item: Item) => {
    setMoved(null);
    setEntered(false);
    pick(item);
  };
  const chooseFirst = useEffectEvent(() => {
    setEntered(false);
    if (items[0] !== undefined) choose(items[0]);
  });
  useEffect(() => {
    if (entered && !waiting) chooseFirst();
  }, [entered, waiting]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const next = pickerStep(event.key, at, items.length);
    if (next !== null) setMoved(next);
    else if (event.key !== "Enter") return;
    // A key that is held down picks once.
    else if (!event.repeat) {
      const active = items[at];
      const row = active === undefined ? null : isChosen?.(active) ? "chosen" : "new";
      const does = onEnter(row, search, waiting);
      if (does === "go-on" && !onDone) return;
      if (does === "pick" && active !== undefined) choose(active);
      else if (does === "wait") setEntered(true);
      else if (does === "go-on") onDone?.();
    }
    event.preventDefault();
  }

  const listId = `${id}-list`;
  const rowId = (index: number) => `${id}-${index}`;
  useEffect(() => document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" }), [id, at]);
  return {
    at,
    listId,
    rowId,
    choose,
    point: setMoved,
    /** Props of the search field. */
    field: {
      "aria-controls": items.length > 0 ? listId : undefined,
      "aria-activedescendant": at >= 0 ? rowId(at) : undefined,
      autoComplete: "off",
      onKeyDown,
    },
    /** Props of a row. */
    row: (index: number) => ({
      id: rowId(index),
      "data-active": index === at || undefined,
      onMouseMove: index === at ? undefined : () => setMoved(index),
    }),
    /** What a screen reader announces. */
    said: search.trim() !== "" && `${items.length} found. Use the up and down arrow keys to choose.`,
  };
}
