import { Activity, type ComponentType, lazy, type ReactNode, Suspense, useRef } from "react";
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
    use: () => useStore(part, part.get()),
  };
}

/** The same, loaded at the latest with the first event of these types: what someone does before it's needed. */
export function deferredUntil<Part extends NonNullable<unknown>>(
  types: readonly (keyof WindowEventMap)[],
  fetch: () => Promise<Part>,
): Deferred<Part> {
  const part = deferred(fetch);
  if (typeof window !== "undefined") {
    for (const type of types)
      window.addEventListener(type, () => void part.load(), { once: true, passive: true, capture: true });
  }
  return part;
}

/**
 * Makes a component of the one that `fetch` imports on its first render; until then it renders nothing, or what the
 * server has rendered stays. Call it at the top level of a module.
 */
export function deferredPart<Props extends object>(fetch: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const isThere = store(false);
  const Part = lazy(async () => {
    const fetched = (await fetch().catch(tellMissing)) ?? Nothing;
    // After React has it.
    setTimeout(isThere.set, 0, true);
    return { default: fetched };
  });
  // biome-ignore lint/correctness/noComponentHookFactories: called once per component, at module level.
  return function DeferredPart(props: Props) {
    const hydrated = useRef<ReactNode>(null);
    // Null on the server and while hydrating; true once the code is there, which only what was hydrated waits for.
    const isCurrent = useStore(hydrated.current ? isThere : neverThere, null);
    const part = <Part {...props} />;
    // An update before the code is there would remove what the server has rendered. It's no `Suspense`, whose content
    // React may send after the page.
    if (isCurrent !== false) hydrated.current = <Activity>{part}</Activity>;
    return hydrated.current ?? <Suspense>{part}</Suspense>;
  };
}

/** Calls `listener` when loading a part fails. Call the returned function to stop. */
export function onMissingPart(listener: () => void): () => void {
  return missing.subscribe(listener);
}

const missing = emitter();
const neverThere = store(false);

function tellMissing(): null {
  missing.emit();
  return null;
}

function Nothing(): null {
  return null;
}
