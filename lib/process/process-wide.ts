/**
 * Returns the process's only value with this name, created on first call. Next's bundles and the listener have their
 * own copies of each module, so whatever must exist once (pool, hub, queue, limiter) is kept on `globalThis`.
 */
export function processWide<T>(name: string, make: () => T): T {
  const known = madeAlready<T>(name);
  if (known !== undefined) return known;
  const made = make();
  Reflect.set(globalThis, Symbol.for(`parley.${name}`), made);
  return made;
}

/** Returns what `processWide` has created with this name, or undefined. */
export function madeAlready<T>(name: string): T | undefined {
  return Reflect.get(globalThis, Symbol.for(`parley.${name}`)) as T | undefined;
}
