import { type RefObject, useCallback, useRef, useState } from "react";

/**
 * `useState` for a value that is often set to what it is already, with a ref to what it was set to last. React keeps each
 * of these updates: a later transition that renders the component would render it once more, with all effects, before the
 * page is painted.
 */
export function useChangingState<T>(initial: T): [T, (next: T) => void, RefObject<T>] {
  const [value, setValue] = useState<T>(initial);
  const latest = useRef(initial);
  const set = useCallback((next: T) => {
    if (next !== latest.current) setValue(next);
    latest.current = next;
  }, []);
  return [value, set, latest];
}
