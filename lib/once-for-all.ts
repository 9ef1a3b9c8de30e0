import { nobodyWaits } from "@/lib/in-turn";
import { processWide } from "@/lib/process-wide";

type Shared<T> = { result: Promise<T>; waiting: number; given: AbortController };

/**
 * Runs `work` once for all in this process who ask for the same name and key while it runs, and answers them all alike. The signal that it is
 * given aborts when none of them waits any more; whoever asks then has it begin anew. Throws what `work` throws, and `unavailable` to whom
 * their own `signal` takes away.
 */
export function onceForAll<T>(
  name: string,
  key: string,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const all = processWide(name, () => new Map<string, Shared<T>>());
  if (signal?.aborted) return Promise.reject(nobodyWaits());
  const shared = all.get(key) ?? begin(all, key, work);
  shared.waiting += 1;
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(nobodyWaits());
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      if (all.get(key) === shared) all.delete(key);
      shared.given.abort();
    };
    signal?.addEventListener("abort", leave, { once: true });
    void shared.result.then(resolve, reject).finally(() => signal?.removeEventListener("abort", leave));
  });
}

function begin<T>(all: Map<string, Shared<T>>, key: string, work: (signal: AbortSignal) => Promise<T>): Shared<T> {
  const given = new AbortController();
  const result = work(given.signal).finally(() => {
    if (all.get(key) === shared) all.delete(key);
  });
  const shared = { result, waiting: 0, given };
  all.set(key, shared);
  return shared;
}
