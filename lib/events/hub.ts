import { processWide } from "@/lib/process-wide";

/**
 * A hint that something moved, never the thing itself: whoever hears it reads PostgreSQL again. It may come twice, late, out
 * of order or not at all.
 */
export type Hint =
  | { kind: "channel"; channelId: bigint; rev: number; msgSeq: number }
  /** Somebody's session, role or memberships changed. */
  | { kind: "user"; userId: bigint }
  /** A channel was made, renamed, archived: sidebars are to be read again. */
  | { kind: "channels" };

type Listener = (hint: Hint) => void;

const hub = processWide("hub", () => ({ local: new Set<Listener>(), outward: new Set<Listener>() }));

/** Hears the hints of all processes, from now until the returned function is called. */
export function subscribe(listener: Listener): () => void {
  hub.local.add(listener);
  return () => void hub.local.delete(listener);
}

/** Hears only this process's own hints: the bus, which carries them to the others. */
export function subscribeOutward(listener: Listener): () => void {
  hub.outward.add(listener);
  return () => void hub.outward.delete(listener);
}

/** Tells every process. Call it after the commit. Never throws. */
export function publish(hint: Hint): void {
  deliver(hint);
  for (const listener of hub.outward) listener(hint);
}

/** Tells this process only: for the bus, and for the sweep. Never throws. */
export function deliver(hint: Hint): void {
  for (const listener of hub.local) listener(hint);
}
