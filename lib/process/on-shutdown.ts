import { log } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";

type Callback = () => void | Promise<void>;

const callbacks = processWide("onShutdown", () => new Set<Callback>());

/**
 * Runs `callback` once when this process starts to shut down, before requests are drained. Returns a function that
 * cancels it.
 */
export function onShutdown(callback: Callback): () => void {
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
  };
}

/** Runs all registered callbacks at once. One that fails doesn't stop the others. */
export async function runShutdown(): Promise<void> {
  const due = [...callbacks];
  callbacks.clear();
  await Promise.allSettled(due.map(async (callback) => callback()));
}

/**
 * Runs work that the caller doesn't wait for, so that the response time reveals nothing about it. Returns at once and
 * never throws; errors are logged with `failure`. A shutdown waits for it.
 */
export function afterwards(work: () => Promise<void>, failure: string): void {
  // In its own turn of the event loop, so that not even its start delays the response.
  const done = new Promise<void>((resolve) => setImmediate(resolve))
    .then(work)
    .catch((error: unknown) => log.warn({ err: error }, failure))
    .finally(() => finished());
  const finished = onShutdown(() => done);
}
