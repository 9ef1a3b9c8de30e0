import { holdsWords, searchWords } from "@/components/ui/search-words";
import { paths, withParameters } from "@/lib/paths";
import type { PersonDto } from "@/lib/users/dto";

/** How the list of people is searched, filtered and sorted, as in its URL. Empty: not, or by name. */
export type PeopleView = { q: string; role: string; sort: string; order: string };

const ROLES = ["owner", "admin", "member"] as const;

/** Returns the view in the URL's parameters. */
export function peopleView(parameters: Pick<URLSearchParams, "get">): PeopleView {
  const of = (name: string) => parameters.get(name) ?? "";
  return { q: of("q"), role: of("role"), sort: of("sort"), order: of("order") };
}

/** Returns the list's URL with this view. */
export function peopleHref(view: PeopleView): string {
  return withParameters(paths.people, view);
}

/** Returns the people of this view in its order. Times sort from the newest; people without one come last. */
export function arrangePeople(people: readonly PersonDto[], { q, role, sort, order }: PeopleView): PersonDto[] {
  const words = searchWords(q);
  const found = people.filter(
    (person) => (role === "" || person.role === role) && holdsWords(`${person.name}\n${person.email}`, words),
  );
  const byName = (one: PersonDto, other: PersonDto) => COLLATOR.compare(one.name, other.name);
  const compare = comparisons[sort] ?? byName;
  const sign = order === "reversed" ? -1 : 1;
  return found.sort((one, other) => sign * compare(one, other) || byName(one, other));
}

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const comparisons: Record<string, (one: PersonDto, other: PersonDto) => number> = {
  role: (one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role),
  joined: (one, other) => other.createdAt.localeCompare(one.createdAt),
  active: (one, other) => (other.lastActiveOn ?? "").localeCompare(one.lastActiveOn ?? ""),
  "two-step": (one, other) => Number(one.hasTwoStep ?? false) - Number(other.hasTwoStep ?? false),
};
