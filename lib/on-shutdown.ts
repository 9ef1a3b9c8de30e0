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
