import { store } from "@/lib/browser/store";

/** What is open of profiles: somebody's card beside what was pressed, or the dialog for one's own status. */
export type Opened =
  | { kind: "card"; userId: string; name: string; anchor: HTMLElement }
  | { kind: "status"; userId: string };

/** One thing at a time; `ProfileHost` shows it. */
export const opened = store<Opened | null>(null);

/** Opens a person's card beside `anchor`, which gets the focus back. */
export function openProfile(person: { id: string; name: string }, anchor: HTMLElement): void {
  opened.set({ kind: "card", userId: person.id, name: person.name, anchor });
}
