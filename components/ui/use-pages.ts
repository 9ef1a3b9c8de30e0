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
