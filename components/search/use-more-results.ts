"use client";

import { useState, useTransition } from "react";
import { toast } from "@/components/ui/toaster";
import { paths } from "@/lib/paths";
import type { SearchPageDto } from "@/lib/search/dto";

const PAGE = 20;
const FAILED = "More messages could not be loaded. Check your connection and try again.";

/** What was found, as far back as the reader has asked for it. */
export function useMoreResults(query: string, first: SearchPageDto) {
  const [pages, setPages] = useState<SearchPageDto[]>([]);
  const [busy, startTransition] = useTransition();
  const results = [first, ...pages].flatMap((page) => page.results);
  const last = results.at(-1)?.message.id ?? null;

  function load(): void {
    startTransition(async () => {
      const page = await nextPage(paths.api.search(query, PAGE, last));
      if (typeof page === "string") toast.error(page);
      else setPages((known) => [...known, page]);
    });
  }

  return { results, more: (pages.at(-1) ?? first).more, busy, load };
}

/** A page, or a sentence about why there is none. */
async function nextPage(address: string): Promise<SearchPageDto | string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(15_000) });
    const body = (await response.json()) as SearchPageDto & { error?: string };
    return response.ok ? body : (body.error ?? FAILED);
  } catch {
    return FAILED;
  }
}
