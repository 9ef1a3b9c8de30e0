import { useEffect, useRef, useState } from "react";

/** How long rows stay where they are after a press. */
const HOLD_MS = 1_000;

type Row = { key: string; group: string };

/**
 * Returns the rows as they are shown: for a second after `hold` was called, in the order and groups that they had then, so
 * that none moves under the pointer. What they say is current; those that are gone stay until the second is over.
 */
export function useHeldRows<R extends Row>(rows: readonly R[]): { shown: readonly R[]; hold: () => void } {
  const [held, setHeld] = useState<readonly R[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hold = () => {
    setHeld((before) => before ?? rows);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHeld(null), HOLD_MS);
  };
  return { shown: held ? inPlace(held, rows) : rows, hold };
}

/** Returns the rows of `before` in their places, each as it is now if it's still there. */
export function inPlace<R extends Row>(before: readonly R[], now: readonly R[]): R[] {
  const current = new Map(now.map((row) => [row.key, row]));
  return before.map((row) => ({ ...(current.get(row.key) ?? row), group: row.group }));
}
