import { useSyncExternalStore } from "react";

/** Tells everybody who has subscribed, until they call what `subscribe` returned. */
type Emitter<Event = void> = {
  subscribe: (listener: (event: Event) => void) => () => void;
  emit: (event: Event) => void;
};

/** Makes an emitter. `start` is called for the first subscriber, and what it returns when the last one has left. */
export function emitter<Event = void>(start?: () => () => void): Emitter<Event> {
  const listeners = new Set<(event: Event) => void>();
  let stop: (() => void) | undefined;
  return {
    subscribe(listener) {
      listeners.add(listener);
      stop ??= start?.();
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    emit(event) {
      for (const listener of listeners) listener(event);
    },
  };
}

/** A value that the whole page shares, for those who only show it. */
export type Readable<T> = {
  get: () => T;
  subscribe: (listener: () => void) => () => void;
};

/** The same for those who change it: `set` replaces the value, which is never changed in place, and tells whoever shows it. */
type Store<T> = Readable<T> & { set: (value: T) => void };

/** Makes a store that holds `value`. */
export function store<T>(value: T): Store<T> {
  const { subscribe, emit } = emitter();
  let current = value;
  return {
    get: () => current,
    set(next) {
      current = next;
      emit();
    },
    subscribe,
  };
}

/**
 * What `select` makes of the store's value, live; `rendered` on the server and while the page hydrates. `select` has to answer the
 * same object until it changes.
 */
export function useStore<T, S>({ get, subscribe }: Readable<T>, select: (value: T) => S, rendered: S): S {
  return useSyncExternalStore(
    subscribe,
    () => select(get()),
    () => rendered,
  );
}
