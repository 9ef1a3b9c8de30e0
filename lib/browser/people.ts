import { store, useStore } from "./store";

/** How somebody is shown from a moment on, whatever a page was told of them before. */
type Shown = { name: string; avatarUrl: string | null };

const changed = store<ReadonlyMap<string, Shown>>(new Map());

/** Somebody has another name or picture: all who show them show it. */
export function tellPerson(userId: string, { name, avatarUrl }: Shown): void {
  changed.set(new Map(changed.get()).set(userId, { name, avatarUrl }));
}

/** How this person is shown since they changed while the page was open, live; undefined if they haven't. */
export function useChangedPerson(userId: string | null): Shown | undefined {
  return useStore(changed, (people) => people.get(userId ?? ""), undefined);
}
