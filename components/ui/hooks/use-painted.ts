import { startTransition, useEffect, useState } from "react";

/** Returns false for the first render, so that what is in view is painted sooner; true right after. */
export function usePainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => startTransition(() => setIsPainted(true)), []);
  return isPainted;
}
