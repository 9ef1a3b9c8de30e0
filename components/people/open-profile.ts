import { store } from "@/lib/browser/store";

/** Which profile card is open, or the dialog for your own status. */
export type Opened =
  | { kind: "card"; userId: string; name: string; anchor: HTMLElement }
  | { kind: "status"; userId: string };

/** One thing at a time; `ProfileHost` shows it. */
export const opened = store<Opened | null>(null);

/** Opens a person's card beside `anchor`, which gets the focus back. */
export function openProfile(person: { id: string; name: string }, anchor: HTMLElement): void {
  opened.set({ kind: "card", userId: person.id, name: person.name, anchor });
}
