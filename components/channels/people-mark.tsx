import { Avatar } from "@/components/ui/avatar";
import type { DirectPersonDto } from "@/lib/channels/dto";

const MOST_SHOWN = 3;

/** The pictures of the people in a direct message, overlapping when there are several. Decoration: their names stand beside it. */
export function PeopleMark({ people, size }: { people: readonly DirectPersonDto[]; size: number }) {
  return (
    <span aria-hidden="true" className="flex shrink-0 -space-x-1.5">
      {people.slice(0, MOST_SHOWN).map(({ id, name, avatarUrl }) => (
        <Avatar key={id} name={name} seed={id} src={avatarUrl} size={size} className="ring-2 ring-surface" />
      ))}
    </span>
  );
}
