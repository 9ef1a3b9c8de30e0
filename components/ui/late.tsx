import { type ComponentType, lazy, Suspense, useSyncExternalStore } from "react";

/** A part of the program that a page does without until somebody uses it. */
export type Late<Part> = {
  /** Fetches it, once. When it can't be had, the next call tries again. */
  load: () => Promise<Part | null>;
  /** In a component: the part, or null until it is there. */
  use: () => Part | null;
};

/** Makes a late part of what `fetch` imports. */
export function late<Part extends NonNullable<unknown>>(fetch: () => Promise<Part>): Late<Part> {
  let part: Part | null = null;
  let underWay: Promise<Part | null> | null = null;
  const listeners = new Set<() => void>();
  const current = () => part;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const run = async () => {
    part = await fetch().catch(tellMissing);
    underWay = null;
    for (const listener of listeners) listener();
    return part;
  };
  return {
    load: () => {
      underWay ??= part === null ? run() : Promise.resolve(part);
      return underWay;
    },
    use: () => useSyncExternalStore(subscribe, current, current),
  };
}

/**
 * Makes a component of what `fetch` imports when it is rendered first; until then there is nothing in its place. For the top level
 * of a module.
 */
export function latePart<Props extends object>(fetch: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: (await fetch().catch(tellMissing)) ?? Nothing }));
  // biome-ignore lint/correctness/noComponentHookFactories: it is called once for each component, where that module begins.
  return function LatePart(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** Calls `listener` when a part could not be fetched, until the returned function is called. */
export function onMissingPart(listener: () => void): () => void {
  missing.add(listener);
  return () => void missing.delete(listener);
}

const missing = new Set<() => void>();

function tellMissing(): null {
  for (const listener of missing) listener();
  return null;
}

function Nothing(): null {
  return null;
}
