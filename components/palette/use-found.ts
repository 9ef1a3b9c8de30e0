"use client";

import { paths } from "@/lib/paths";
import type { SearchPageDto } from "@/lib/search/dto";
import { LEAST_TO_SEARCH, MOST_MESSAGES, messageItems } from "./message-items";
import type { PaletteItem } from "./palette-item";
import { useAnswer } from "./use-answer";

/** The messages that the server finds for what was typed, and what to say about them until it has or when it can't. */
export function useFound(query: string): { items: PaletteItem[]; waiting: boolean; error: string | null } {
  const asks = [...query].length >= LEAST_TO_SEARCH;
  const { answer, waiting } = useAnswer<SearchPageDto>(asks ? paths.api.search(query, MOST_MESSAGES) : null);
  return { items: messageItems(query, answer?.data ?? null), waiting, error: answer?.error ?? null };
}
