"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";

/**
 * Returns a list's filter, which its URL keeps, and a function that changes parts of it. The change shows at once, while
 * the page at `hrefOf` the new filter loads.
 */
export function useUrlFilter<Filter extends object>(
  filter: Filter,
  hrefOf: (filter: Filter) => string,
): [shown: Filter, narrow: (change: Partial<Filter>) => void] {
  const router = useRouter();
  const [, startTransition] = useTransition();
  const [shown, setShown] = useOptimistic(filter);
  const narrow = (change: Partial<Filter>) =>
    startTransition(() => {
      const next = { ...shown, ...change };
      setShown(next);
      router.replace(hrefOf(next), { scroll: false });
    });
  return [shown, narrow];
}
