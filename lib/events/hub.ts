import { type Bus, connectBus } from "@/lib/events/bus";
import type { Hint } from "@/lib/events/types";
import { log } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";

type Listener = (hint: Hint) => void;

const listeners = processWide("hub", () => new Set<Listener>());

/** Calls the listener with the hints of all processes until the returned function is called. */
export function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sends a hint to every process. Call it after the commit. Never throws. */
export function publish(hint: Hint): void {
  deliver(hint);
  startBus().send(hint);
}

/** Starts receiving other processes' hints, once per process. */
export function startBus(): Bus {
  return processWide("bus", () => connectBus(deliver));
}

// What a hint is about is stored already, so a listener's failure mustn't look like one of storing it.
function deliver(hint: Hint): void {
  for (const listener of listeners) {
    try {
      listener(hint);
    } catch (error) {
      log.error({ err: error, kind: hint.kind }, "a hint wasn't followed");
    }
  }
}
