import { processWide } from "@/lib/process-wide";

/**
 * How many run at once, how many may wait for that, and for how many milliseconds. `by` is whose turn it is: those who wait take turns by
 * it, and of each at most `each` run at once.
 */
export type Turns = { atOnce: number; waiting: number; patience: number; by?: string; each?: number };

/** So many of each key in each window of so many seconds, which begins with the first. */
export type Limit = { name: string; count: number; seconds: number };

/** A window's count after more: whether that was allowed, and what is left of it. */
export type Counted = {
  taken: boolean;
  remaining: number;
  msBeforeNext: number;
  consumed: number;
  isFirst: boolean;
};

/** What the processes behind one port must have in common: kept by the one that started them, and asked for by the others. */
export type Primary = {
  /** Counts one more of this key, or so many; fewer when that is negative. */
  count: (limit: Limit, key: string, points?: number) => Promise<Counted>;
  /** As `takeTurn` in one process. */
  takeTurn: (name: string, turns: Turns, signal?: AbortSignal) => Promise<(() => void) | null>;
  /** As `takePlace` in one process. */
  takePlace: (name: string, most: number, lose: () => void) => () => void;
  /** Says something to all others of them, and hears what they say. It may be lost with the one that says it. */
  tell: (text: string) => void;
  onTold: (listener: (text: string) => void) => void;
  /** A name that all of them have, and no others. */
  instance: string;
};

const known = processWide("primary", () => ({ primary: null as Primary | null }));

/** How to ask the primary; null where one process serves alone, which then keeps all of this itself. */
export function primary(): Primary | null {
  return known.primary;
}

/** Has this process ask `primary` from now on. */
export function joinPrimary(primary: Primary): void {
  known.primary = primary;
}
