import type { MeDto, PersonDto } from "@/lib/users/dto";
import { mayChange } from "./may-change";
import type { PersonActions } from "./person-menu";
import { PersonRow } from "./person-row";

type PeopleListProps = PersonActions & { me: MeDto; people: PersonDto[] };

/** Active people, and apart from them those whose access has ended. */
export function PeopleList({ me, people, ...actions }: PeopleListProps) {
  const active = people.filter(({ deactivated }) => !deactivated);
  const deactivated = people.filter((person) => person.deactivated);
  const sections = [
    { id: "people-active", title: active.length === 1 ? "1 person" : `${active.length} people`, people: active },
    { id: "people-deactivated", title: "Deactivated", people: deactivated },
  ];
  return sections
    .filter((section) => section.people.length > 0)
    .map((section) => (
      <section key={section.id} aria-labelledby={section.id}>
        <h2 id={section.id} className="mb-2 font-medium text-sm text-text-muted">
          {section.title}
        </h2>
        <ul aria-labelledby={section.id} className="divide-y rounded-xl border">
          {section.people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isMe={person.id === me.id}
              may={mayChange(me, person)}
              {...actions}
            />
          ))}
        </ul>
      </section>
    ));
}
