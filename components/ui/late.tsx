import { type ComponentType, lazy, Suspense } from "react";
import { emitter, store, useStore } from "@/lib/browser/store";

// Why: docs/decisions/page-load.md

/** A part of the program that a page does without until somebody uses it. */
export type Late<Part> = {
  /** Fetches it, once. When it can't be had, the next call tries again. */
  load: () => Promise<Part | null>;
  /** In a component: the part, or null until it is there. */
  use: () => Part | null;
};

/** Makes a late part of what `fetch` imports. */
export function late<Part extends NonNullable<unknown>>(fetch: () => Promise<Part>): Late<Part> {
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
    use: () => useStore(part, itself, part.get()),
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
