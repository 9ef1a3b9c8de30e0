/**
 * Returns the process's only value with this name, created on first call. Next's bundles and the listener have their
 * own copies of each module, so whatever must exist once (pool, hub, queue, limiter) is kept on `globalThis`.
 */
export function processWide<T>(name: string, make: () => T): T {
  const key = Symbol.for(`parley.${name}`);
  const known: unknown = Reflect.get(globalThis, key);
  if (known !== undefined) return known as T;
  const made = make();
  Reflect.set(globalThis, key, made);
  return made;
}
