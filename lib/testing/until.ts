import { vi } from "vitest";

/** Waits until a check passes, for 20 seconds at most, and returns its result. */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000, interval: 10 });
}
