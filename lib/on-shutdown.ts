import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

type Callback = () => void | Promise<void>;

const callbacks = processWide("onShutdown", () => new Set<Callback>());

/** Has `callback` run once when this process starts to shut down, before requests are drained. Returns how to take it back. */
export function onShutdown(callback: Callback): () => void {
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
  };
}

/** Runs what was registered, all at once; a callback that fails keeps none of the others from running. */
export async function runShutdown(): Promise<void> {
  const due = [...callbacks];
  callbacks.clear();
  await Promise.allSettled(due.map(async (callback) => callback()));
}

/**
 * Does what whoever asked doesn't wait for, so that the time of the answer tells nothing of it. Answers at once and never throws; what
 * fails is logged with `failure`. A process that shuts down finishes it first.
 */
export function afterwards(work: () => Promise<void>, failure: string): void {
  // In a turn of its own: not even its beginning may hold up the answer.
  const done = new Promise<void>((resolve) => setImmediate(resolve))
    .then(work)
    .catch((error: unknown) => log.warn({ err: error }, failure))
    .finally(() => finished());
  const finished = onShutdown(() => done);
}
