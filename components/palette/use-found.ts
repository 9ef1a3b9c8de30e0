"use client";

import { useEffect, useState } from "react";
import { useData } from "@/lib/browser/data";
import { type Answer, request } from "@/lib/browser/request";
import type { FoundPersonDto, SearchPageDto } from "@/lib/messages/search/dto";
import { paths } from "@/lib/text/paths";
import { searchPaths } from "@/lib/text/search-paths";
import { LEAST_TO_SEARCH, MOST_MESSAGES, messageItems } from "./found-items";
import type { PaletteItem } from "./palette-item";

// Long enough that a quickly typed word makes one request.
const PAUSE_MS = 150;
// The time limit for one query, including retries.
const PATIENCE_MS = 15_000;
const FAILED = "Couldn't search messages. Check your connection and try again.";

type People = { people: FoundPersonDto[] };

/**
 * Returns everyone the server has named since the palette opened, some at first, then those whose names match the query,
 * and whether the query's are still loading.
 */
export function useFoundPeople(query: string): { people: FoundPersonDto[]; waiting: boolean } {
  const [known, setKnown] = useState<FoundPersonDto[]>([]);
  const address = paths.api.people(query);
  const settled = useSettled(address);
  const { data, failure } = useData<People>(settled, { load: askPatiently });
  const [heard, setHeard] = useState(data);
  if (data !== heard) {
    setHeard(data);
    const found = data?.people ?? [];
    const added = found.filter(({ id }) => !known.some((person) => person.id === id));
    if (added.length > 0) setKnown([...known, ...added]);
  }
  return { people: known, waiting: settled !== address || (data === null && !failure) };
}

/** Returns the messages the server finds for the query, whether they are still loading, and an error. */
export function useFoundMessages(query: string): { items: PaletteItem[]; waiting: boolean; error: string | null } {
  const asks = [...query].length >= LEAST_TO_SEARCH;
  const address = asks ? searchPaths.messages(query, MOST_MESSAGES) : null;
  const settled = useSettled(address);
  const { data, failure } = useData<SearchPageDto>(settled, { load: askPatiently });
  if (settled !== address) return { items: messageItems(query, null), waiting: asks, error: null };
  const error = failure && (failure.error ?? FAILED);
  return { items: messageItems(query, data), waiting: asks && data === null && !failure, error };
}

/** Returns the address once it has stayed the same for a moment. */
function useSettled(address: string | null): string | null {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(address), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [address]);
  return settled;
}

/** Retries when rate-limited, so that fast typing never shows an error. */
async function askPatiently<T>(address: string, given: AbortSignal): Promise<Answer<T>> {
  const signal = AbortSignal.any([given, AbortSignal.timeout(PATIENCE_MS)]);
  for (;;) {
    const answer = await request<T>(address, { signal });
    if (answer.ok || answer.retryAfter === null) return answer;
    const { retryAfter } = answer;
    await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
    if (signal.aborted) return { ...answer, error: null };
  }
}
