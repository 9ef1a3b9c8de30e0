import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";

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
