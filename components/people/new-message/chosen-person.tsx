import { X } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import type { PersonDto } from "@/lib/users/dto";

type ChosenPersonProps = { person: PersonDto; remove: () => void };

/** Somebody who was chosen, and the way to take them out again. */
export function ChosenPerson({ person: { id, name, avatarUrl }, remove }: ChosenPersonProps) {
  return (
    <li className="flex min-w-0 max-w-full items-center gap-1.5 rounded-full bg-surface-selected ps-1 text-sm">
      <Avatar name={name} seed={id} src={avatarUrl} size={24} />
      <span className="min-w-0 truncate">{name}</span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={remove}
        className="inline-flex target shrink-0 items-center justify-center rounded-full text-text-muted transition-colors hover:bg-surface-hover hover:text-text"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </li>
  );
}
