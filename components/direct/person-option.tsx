"use client";

import { Avatar } from "@/components/ui/avatar";
import { ListboxOption } from "@/components/ui/listbox-option";
import type { PersonDto } from "@/lib/users/dto";

type PersonOptionProps = {
  id: string;
  person: PersonDto;
  isMe: boolean;
  active: boolean;
  choose: () => void;
  /** The pointer moved over it. */
  point: () => void;
};

/** Somebody who may be chosen. The field keeps the focus, so it needs no keys. */
export function PersonOption({ id, person, isMe, active, choose, point }: PersonOptionProps) {
  return (
    <ListboxOption id={id} active={active} onTake={choose} onPoint={point} className="min-h-11 py-1">
      <Avatar name={person.name} seed={person.id} src={person.avatarUrl} size={28} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm">{isMe ? `${person.name} (you)` : person.name}</span>
        <span className="block truncate text-text-muted text-xs">{isMe ? "Notes to yourself" : person.email}</span>
      </span>
    </ListboxOption>
  );
}
