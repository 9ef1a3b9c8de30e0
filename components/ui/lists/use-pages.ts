"use client";

import { useEffect, useEffectEvent, useState, useTransition } from "react";
import { toast } from "@/components/ui/overlays/toaster";
import type { FormResult } from "@/lib/text/form-result";

/** A page of a list, and the cursor of the next one; null at the end. */
export type Page<T> = { items: readonly T[]; next: string | null };

/** Returns the loaded pages of a list. An item that is on two pages because it moved is shown once. */
export function usePages<T extends { id: string }>(
  first: Page<T>,
  load: (after: string) => Promise<FormResult<Page<T>>>,
) {
  const [pages, setPages] = useState<Page<T>[]>([]);
  const [busy, startTransition] = useTransition();
  const all = [first, ...pages];
  const after = all.at(-1)?.next ?? null;

  function more(): void {
    if (after === null) return;
    startTransition(async () => {
      const result = await load(after);
      if (result.ok) setPages((known) => [...known, result.data]);
      else toast.error(result.error);
    });
  }

  const items = [...new Map(all.flatMap((page) => page.items).map((item) => [item.id, item])).values()];
  return { items, more: after === null ? null : more, busy };
}

/**
 * Returns a live first page and the pages loaded after it. When the first one changes, they are loaded again, and the list
 * shows all of them together.
 */
export function useLivePages<T>(live: Page<T>, load: Load<T>) {
  const [wanted, setWanted] = useState(0);
  const [loaded, setLoaded] = useState<{ first: Page<T>; pages: readonly Page<T>[] }>({ first: live, pages: [] });
  const fill = useEffectEvent(async (isCurrent: () => boolean) => {
    const known = loaded.first === live ? loaded.pages : [];
    const { pages, error } = await pagesAfter(live, { known, wanted, load });
    if (!isCurrent()) return;
    if (error !== null) toast.error(error);
    // Pages that couldn't be loaded again are better than none.
    const all = error === null ? pages : [...pages, ...loaded.pages.slice(pages.length)];
    setLoaded({ first: live, pages: all });
    setWanted(all.length);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: also runs when the first page changes.
  useEffect(() => {
    let current = true;
    if (wanted > 0) void fill(() => current);
    return () => {
      current = false;
    };
  }, [live, wanted]);
  const { first, pages } = wanted > 0 && loaded.pages.length > 0 ? loaded : { first: live, pages: [] };
  const next = (pages.at(-1) ?? first).next;
  return {
    items: [first, ...pages].flatMap((page) => page.items),
    more: next === null ? null : () => setWanted(pages.length + 1),
    busy: wanted > pages.length,
  };
}

type Load<T> = (after: string) => Promise<FormResult<Page<T>>>;
type WantedPages<T> = { known: readonly Page<T>[]; wanted: number; load: Load<T> };

/** Loads pages after `first` and `known` until there are as many as `wanted`, or no more, or one fails with the error. */
export async function pagesAfter<T>(
  first: Page<T>,
  { known, wanted, load }: WantedPages<T>,
): Promise<{ pages: Page<T>[]; error: string | null }> {
  const pages = [...known];
  while (pages.length < wanted) {
    const after = (pages.at(-1) ?? first).next;
    if (after === null) break;
    const result = await load(after);
    if (!result.ok) return { pages, error: result.error };
    pages.push(result.data);
  }
  return { pages, error: null };
}
