import { store } from "@/lib/browser/store";

/** An open profile card, or the dialog for the user's status. */
export type OpenProfile =
  | { kind: "card"; userId: string; name: string; isGroup: boolean; anchor: HTMLElement }
  | { kind: "status"; userId: string };

/** What is open, at most one thing. `ProfileHost` renders it. */
export const opened = store<OpenProfile | null>(null);

/** Opens a person's or user group's card beside `anchor`, which gets the focus after it closes. */
export function openProfile(person: { id: string; name: string; isGroup?: boolean }, anchor: HTMLElement): void {
  opened.set({ kind: "card", userId: person.id, name: person.name, isGroup: person.isGroup ?? false, anchor });
}
