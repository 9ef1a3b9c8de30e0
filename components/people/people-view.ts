import { paths, withParameters } from "@/lib/paths";

/** How the list of people is searched, filtered and sorted, as in its URL. Empty: not, or by name. */
export type PeopleView = { q: string; role: string; sort: string; order: string };

/** Returns the list's URL with this view. */
export function peopleHref(view: PeopleView): string {
  return withParameters(paths.people, view);
}
