import { useSyncExternalStore } from "react";

/** Calls all subscribers, each until it calls what `subscribe` returned. */
type Emitter<Event = void> = {
  subscribe: (listener: (event: Event) => void) => () => void;
  emit: (event: Event) => void;
};

/** Makes an emitter. Calls `start` for the first subscriber, and its result when the last one leaves. */
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

/** A value shared by the whole page, read-only. */
export type Readable<T> = {
  get: () => T;
  subscribe: (listener: () => void) => () => void;
};

/** The same, writable. `set` replaces the value, which is never mutated, and notifies subscribers. */
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
 * Returns the store's value or what `select` makes of it, live; `rendered` on the server and while hydrating. `select`
 * must return the same object until that changes.
 */
export function useStore<T, R>(value: Readable<T>, rendered: R): T | R;
export function useStore<T, S>(value: Readable<T>, rendered: S, select: (value: T) => S): S;
export function useStore<T, S>({ get, subscribe }: Readable<T>, rendered: S, select?: (value: T) => S): T | S {
  return useSyncExternalStore<T | S>(
    subscribe,
    () => (select ? select(get()) : get()),
    () => rendered,
  );
}
