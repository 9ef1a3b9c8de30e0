"use client";

import { useRef } from "react";
import { Button } from "@/components/ui/controls/button";
import { Avatar } from "@/components/ui/display/avatar";
import { useFirstRows } from "@/components/ui/lists/use-first-rows";
import { useMutedPeople } from "@/lib/browser/people";
import type { MutedPersonDto } from "@/lib/people/dto";
import { cleanText } from "@/lib/text/text";
import { mutePerson } from "./mute-person";

const FIRST_ROWS = 30;

/** The people you muted, with buttons to unmute them. */
export function MutedPeople({ people }: { people: MutedPersonDto[] }) {
  const muted = useMutedPeople();
  const container = useRef<HTMLDivElement>(null);
  const shown = people.filter(({ id }) => muted.has(id));
  const rows = useFirstRows(shown, FIRST_ROWS);
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      {shown.length === 0 && (
        <p className="text-sm text-text-muted">
          No one muted. Mute people from their profile or one of their messages.
        </p>
      )}
      {shown.length > 0 && (
        <ul aria-label="Muted people" className="divide-y rounded-xl border">
          {rows.map(({ id, name, avatarUrl }) => (
            <li key={id} className="flex items-center gap-3 px-4 py-2.5">
              <Avatar name={name} seed={id} src={avatarUrl} size={28} />
              <span className="min-w-0 flex-1 truncate font-medium text-sm">{cleanText(name)}</span>
              <Button
                size="small"
                aria-label={`Unmute ${cleanText(name)}`}
                onClick={() => {
                  // The button disappears with its row.
                  container.current?.focus();
                  mutePerson({ id, name }, false);
                }}
              >
                Unmute
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
