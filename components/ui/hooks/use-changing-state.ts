import { type SetStateAction, useCallback, useRef, useState } from "react";

/**
 * `useState` for a value that is often set to what it is already. React keeps each of these updates: a later transition
 * that renders the component would then render it once more, with all effects, before the page is painted.
 */
export function useChangingState<T>(initial: T): [T, (next: SetStateAction<T>) => void] {
  const [value, setValue] = useState(initial);
  const latest = useRef(initial);
  const set = useCallback((next: SetStateAction<T>) => {
    const now = next instanceof Function ? next(latest.current) : next;
    if (now === latest.current) return;
    latest.current = now;
    setValue(now);
  }, []);
  return [value, set];
}
