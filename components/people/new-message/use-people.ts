"use client";

import { useState } from "react";
import type { FormAction } from "@/components/forms/form-action";
import type { PersonDto } from "@/lib/users/dto";

type UsePeople = { people: PersonDto[] | null; error: string | null; load: () => Promise<void> };

/** The people one can write to, asked for by `load`; those known already stay while they are asked for again. */
export function usePeople(loadPeople: FormAction<PersonDto[]>): UsePeople {
  const [people, setPeople] = useState<PersonDto[] | null>(null);
  const [error, setError] = useState<string | null>(null);

  async function load(): Promise<void> {
    const result = await loadPeople({}).catch(() => null);
    if (result?.ok) setPeople(result.data);
    setError(result?.ok ? null : (result?.error ?? "The people could not be loaded. Check your connection."));
  }

  return { people, error, load };
}
