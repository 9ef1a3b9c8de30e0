"use client";

import { useTransition } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import type { PersonDto } from "@/lib/users/dto";

type AddPersonRowProps = { person: PersonDto; add: (person: PersonDto) => Promise<void> };

/** One person who could be added. */
export function AddPersonRow({ person, add }: AddPersonRowProps) {
  const [busy, startTransition] = useTransition();
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <Avatar name={person.name} seed={person.id} src={person.avatarUrl} size={28} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm">{person.name}</span>
        <span className="block truncate text-text-muted text-xs">{person.email}</span>
      </span>
      <Button
        size="small"
        busy={busy}
        aria-label={`Add ${person.name}`}
        onClick={() => startTransition(() => add(person))}
      >
        Add
      </Button>
    </li>
  );
}
