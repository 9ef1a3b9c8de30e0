import { type ComponentType, lazy, Suspense } from "react";
import { emitter, store, useStore } from "@/lib/browser/store";

// Why: docs/decisions/page-load.md

/** Code that is loaded only when it is used. */
export type Deferred<Part> = {
  /** Loads it once. After a failure, the next call tries again. */
  load: () => Promise<Part | null>;
  /** Returns the code, or null until it is loaded. */
  get: () => Part | null;
  /** The same for components, live. */
  use: () => Part | null;
};

/** Makes a deferred part of the module that `fetch` imports. */
export function deferred<Part extends NonNullable<unknown>>(fetch: () => Promise<Part>): Deferred<Part> {
  const part = store<Part | null>(null);
  let underWay: Promise<Part | null> | null = null;
  const run = async () => {
    const fetched = await fetch().catch(tellMissing);
    underWay = null;
    part.set(fetched);
    return fetched;
  };
  return {
    load: () => {
      underWay ??= part.get() === null ? run() : Promise.resolve(part.get());
      return underWay;
    },
    get: part.get,
    use: () => useStore(part, itself, part.get()),
  };
}

/**
 * Makes a component of the one that `fetch` imports on its first render; until then it renders nothing. Call it at the
 * top level of a module.
 */
export function deferredPart<Props extends object>(fetch: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: (await fetch().catch(tellMissing)) ?? Nothing }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once per component, at module level.
  return function DeferredPart(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** Calls `listener` when loading a part fails. Call the returned function to stop. */
export function onMissingPart(listener: () => void): () => void {
  return missing.subscribe(listener);
}

const missing = emitter();

function tellMissing(): null {
  missing.emit();
  return null;
}

function itself<T>(value: T): T {
  return value;
}

function Nothing(): null {
  return null;
}
