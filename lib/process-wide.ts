/**
 * The one value of this name in the process, made at the first call. Next's bundles and the listener evaluate their own
 * copies of the same modules, so whatever must exist once (pool, hub, queue, limiter) is kept on `globalThis`.
 */
export function processWide<T>(name: string, make: () => T): T {
  const key = Symbol.for(`parley.${name}`);
  const known: unknown = Reflect.get(globalThis, key);
  if (known !== undefined) return known as T;
  const made = make();
  Reflect.set(globalThis, key, made);
  return made;
}
