import { startTransition, useEffect, useLayoutEffect, useState } from "react";

/**
 * Returns false for the first render, so that what is in view is painted sooner; true right after. The same each time it
 * is shown again.
 */
export function usePainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => startTransition(() => setIsPainted(true)), []);
  useLayoutEffect(() => () => setIsPainted(false), []);
  return isPainted;
}
