import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Returns whether the page is live. Until then, it's the server's HTML. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Returns all rows, but in the server's HTML, where each is long, only the first ones: as many as a screen shows. */
export function useFirstRows<T>(rows: readonly T[], most: number): readonly T[] {
  return useIsLive() ? rows : rows.slice(0, most);
}
