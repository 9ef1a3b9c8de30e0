/** Whether `error`, or anything that caused it, is PostgreSQL's word that a statement ran into its time limit. */
export function tookTooLong(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const { code, originalCode, cause, meta } = error as Record<string, unknown>;
  if (code === "57014" || originalCode === "57014") return true;
  const inner = typeof meta === "object" && meta !== null ? Reflect.get(meta, "driverAdapterError") : undefined;
  return tookTooLong(cause, depth + 1) || tookTooLong(inner, depth + 1);
}
