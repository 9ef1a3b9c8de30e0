"use client";

import { useState } from "react";
import { paths } from "@/lib/paths";
import type { FoundPersonDto, SearchPageDto } from "@/lib/search/dto";
import { LEAST_TO_SEARCH, MOST_MESSAGES, messageItems } from "./message-items";
import type { PaletteItem } from "./palette-item";
import { useAnswer } from "./use-answer";

type People = { people: FoundPersonDto[] };

/** Everybody of whom the server has told the palette since it opened: at first some, then those whose names are typed. */
export function useFoundPeople(query: string): FoundPersonDto[] {
  const [known, setKnown] = useState<FoundPersonDto[]>([]);
  const { answer } = useAnswer<People>(paths.api.people(query));
  const [heard, setHeard] = useState(answer);
  if (answer !== heard) {
    setHeard(answer);
    const found = answer?.data?.people ?? [];
    const added = found.filter(({ id }) => !known.some((person) => person.id === id));
    if (added.length > 0) setKnown([...known, ...added]);
  }
  return known;
}

/** The messages that the server finds for what was typed, and what to say about them until it has or when it can't. */
export function useFoundMessages(query: string): { items: PaletteItem[]; waiting: boolean; error: string | null } {
  const asks = [...query].length >= LEAST_TO_SEARCH;
  const { answer, waiting } = useAnswer<SearchPageDto>(asks ? paths.api.search(query, MOST_MESSAGES) : null);
  return { items: messageItems(query, answer?.data ?? null), waiting, error: answer?.error ?? null };
}
