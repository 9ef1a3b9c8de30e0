"use client";

import { useState, useTransition } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { holdsWords, searchWords } from "@/components/ui/search-words";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toaster";
import type { PersonDto } from "@/lib/users/dto";

const MOST_SHOWN = 6;

type AddMembersProps = { channelId: string; channelName: string; people: PersonDto[]; addMember: FormAction };

/** Finds people who aren't in the channel yet, and adds them. */
export function AddMembers({ channelId, channelName, people, addMember }: AddMembersProps) {
  const [search, setSearch] = useState("");
  const words = searchWords(search);
  const found = people.filter(({ name, email }) => holdsWords(`${name} ${email}`, words));

  async function add(person: PersonDto): Promise<void> {
    const result = await addMember({ channelId, userId: person.id });
    if (!result.ok) return void toast.error(result.error);
    toast.success(`${person.name} was added to #${channelName}`);
    setSearch("");
  }

  return (
    <section aria-label="Add people">
      <TextField
        label="Add people"
        type="search"
        autoComplete="off"
        placeholder={people.length > 0 ? "Find by name or email" : undefined}
        disabled={people.length === 0}
        hint={people.length === 0 ? "Everyone in the workspace is already in this channel." : undefined}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {search.trim() !== "" && (
        <ul aria-label="People found" className="mt-2 divide-y rounded-xl border">
          {found.slice(0, MOST_SHOWN).map((person) => (
            <PersonRow key={person.id} person={person} add={add} />
          ))}
          {found.length === 0 && (
            <li className="px-4 py-3 text-sm text-text-muted">No one outside this channel matches.</li>
          )}
          {found.length > MOST_SHOWN && (
            <li className="px-4 py-3 text-sm text-text-muted">
              {found.length - MOST_SHOWN} more. Keep typing to narrow the list.
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function PersonRow({ person, add }: { person: PersonDto; add: (person: PersonDto) => Promise<void> }) {
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
