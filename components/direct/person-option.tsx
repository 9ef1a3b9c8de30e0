"use client";

import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import { Avatar } from "@/components/ui/avatar";
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
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) option.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={choose}
      onPointerMove={active ? undefined : point}
      className={clsx(
        "flex min-h-11 cursor-pointer select-none items-center gap-2.5 rounded-md px-2 py-1",
        active && "bg-surface-selected",
      )}
    >
      <Avatar name={person.name} seed={person.id} src={person.avatarUrl} size={28} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm">{isMe ? `${person.name} (you)` : person.name}</span>
        <span className="block truncate text-text-muted text-xs">{isMe ? "Notes to yourself" : person.email}</span>
      </span>
    </div>
  );
}
