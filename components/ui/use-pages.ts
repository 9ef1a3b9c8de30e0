"use client";

import { useState, useTransition } from "react";
import type { FormResult } from "@/lib/forms/dto";
import { toast } from "./toaster";

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

/** Returns a live first page and the pages loaded after it, which are dropped when the first one changes. */
export function useLivePages<T>(live: Page<T>, load: (after: string) => Promise<FormResult<Page<T>>>) {
  const [loaded, setLoaded] = useState<{ after: Page<T>; page: Page<T> } | null>(null);
  const [busy, startTransition] = useTransition();
  const { items, next } = loaded?.after === live ? loaded.page : live;

  function more(after: string): void {
    startTransition(async () => {
      const result = await load(after);
      if (result.ok) setLoaded({ after: live, page: { ...result.data, items: [...items, ...result.data.items] } });
      else toast.error(result.error);
    });
  }

  return { items, more: next === null ? null : () => more(next), busy };
}
