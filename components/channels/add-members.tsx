"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/text-field";
import { Avatar } from "@/components/ui/display/avatar";
import type { FormAction } from "@/components/ui/forms/form-action";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { usePick } from "@/components/ui/lists/use-pick";
import { toast } from "@/components/ui/overlays/toaster";
import type { PeopleFoundDto, PersonDto } from "@/lib/people/dto";

// Waits for a whole word instead of searching for each letter.
const PAUSE_MS = 200;
const OFFLINE = { ok: false, error: UNREACHABLE } as const;

type AddMembersProps = {
  channelId: string;
  channelName: string;
  /** Whether everyone is in the channel already. */
  disabled: boolean;
  findOutside: FormAction<PeopleFoundDto>;
  addMember: FormAction;
};

/** Finds people who aren't in the channel yet, and adds them. */
export function AddMembers({ channelId, channelName, disabled, findOutside, addMember }: AddMembersProps) {
  const [search, setSearch] = useState("");
  const [found, setFound] = useState<(PeopleFoundDto & { q: string }) | null>(null);
  const [adding, setAdding] = useState<string | null>(null);
  const q = search.trim();
  const find = useEffectEvent(async (isCurrent: () => boolean) => {
    const result = await findOutside({ channelId, q }).catch(() => null);
    if (!isCurrent()) return;
    if (result?.ok) setFound({ ...result.data, q });
    else toast.error(result?.error ?? "People couldn't be loaded. Check your connection and try again.");
  });
  useEffect(() => {
    if (q === "") return setFound(null);
    let current = true;
    const timer = setTimeout(() => void find(() => current), PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [q]);

  const pick = usePick({
    search,
    items: found?.people ?? [],
    waiting: q !== "" && found?.q !== q,
    pick: (person) => void add(person),
    onDone: () => undefined,
  });

  async function add(person: PersonDto): Promise<void> {
    if (adding !== null) return;
    setAdding(person.id);
    const result = await addMember({ channelId, userId: person.id }).catch(() => OFFLINE);
    setAdding(null);
    if (!result.ok) return void toast.error(result.error);
    toast.success(`${person.name} was added to #${channelName}`);
    setSearch("");
  }

  return (
    <section aria-label="Add people">
      <TextField
        {...pick.field}
        label="Add people"
        type="search"
        placeholder={disabled ? undefined : "Find by name or email"}
        disabled={disabled}
        hint={disabled ? "Everyone in the workspace is already in this channel." : undefined}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found && (
        <ul id={pick.listId} aria-label="People found" className="mt-2 divide-y overflow-hidden rounded-xl border">
          {found.people.map((person, index) => (
            <li
              key={person.id}
              {...pick.row(index)}
              className="flex items-center gap-3 px-4 py-2.5 data-active:bg-surface-selected"
            >
              <Avatar name={person.name} seed={person.id} src={person.avatarUrl} size={28} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium text-sm">{person.name}</span>
                <span className="block truncate text-text-muted text-xs">{person.email}</span>
              </span>
              <Button
                size="small"
                busy={adding === person.id}
                aria-label={`Add ${person.name}`}
                onClick={() => void add(person)}
              >
                Add
              </Button>
            </li>
          ))}
          {found.people.length === 0 && (
            <li className="px-4 py-3 text-sm text-text-muted">No one outside this channel matches.</li>
          )}
          {found.more && (
            <li className="px-4 py-3 text-sm text-text-muted">More people match. Keep typing to narrow the list.</li>
          )}
        </ul>
      )}
    </section>
  );
}
