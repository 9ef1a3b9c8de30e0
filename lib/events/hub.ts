import { type Bus, connectBus } from "@/lib/events/bus";
import type { Hint } from "@/lib/events/types";
import { processWide } from "@/lib/process-wide";

type Listener = (hint: Hint) => void;

const listeners = processWide("hub", () => new Set<Listener>());

/** Hears the hints of all processes, from now until the returned function is called. */
export function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells every process that something moved. Call it after the commit. Never throws. */
export function publish(hint: Hint): void {
  deliver(hint);
  startBus().send(hint);
}

/** Begins to hear the hints of other processes, once per process. */
export function startBus(): Bus {
  return processWide("bus", () => connectBus(deliver));
}

function deliver(hint: Hint): void {
  for (const listener of listeners) listener(hint);
}
