"use client";

import { useState, useTransition } from "react";
import { toast } from "@/components/ui/toaster";
import { request } from "@/lib/browser/request";
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
      const answer = await request<SearchPageDto>(paths.api.search(query, PAGE, last));
      if (answer.ok) setPages((known) => [...known, answer.data]);
      else toast.error(answer.error ?? FAILED);
    });
  }

  return { results, more: (pages.at(-1) ?? first).more, busy, load };
}
