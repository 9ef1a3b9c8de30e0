import { noOneWaits } from "@/lib/process/in-turn";
import { processWide } from "@/lib/process/process-wide";

type SharedWork<T> = { result: Promise<T>; waiting: number; given: AbortController };

/**
 * Runs `work` once for all callers in this process with the same name and key while it runs, and gives all of them its
 * result. Its signal aborts once no caller waits anymore; the next caller starts it again. Throws what `work` throws,
 * and `unavailable` for a caller whose own `signal` aborts.
 */
export function onceForAll<T>(
  name: string,
  key: string,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const all = processWide(name, () => new Map<string, SharedWork<T>>());
  if (signal?.aborted) return Promise.reject(noOneWaits());
  const shared = all.get(key) ?? begin(all, key, work);
  shared.waiting += 1;
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(noOneWaits());
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      if (all.get(key) === shared) all.delete(key);
      shared.given.abort();
    };
    signal?.addEventListener("abort", leave, { once: true });
    void shared.result.then(resolve, reject).finally(() => signal?.removeEventListener("abort", leave));
  });
}

function begin<T>(
  all: Map<string, SharedWork<T>>,
  key: string,
  work: (signal: AbortSignal) => Promise<T>,
): SharedWork<T> {
  const given = new AbortController();
  const result = work(given.signal).finally(() => {
    if (all.get(key) === shared) all.delete(key);
  });
  const shared = { result, waiting: 0, given };
  all.set(key, shared);
  return shared;
}
