"use client";

import { useState } from "react";
import { paths } from "@/lib/paths";
import type { FoundPersonDto } from "@/lib/search/dto";
import { useAnswer } from "./use-answer";

type People = { people: FoundPersonDto[] };

/** Everybody of whom the server has told the palette since it opened: at first some, then those whose names are typed. */
export function useKnownPeople(query: string): FoundPersonDto[] {
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
