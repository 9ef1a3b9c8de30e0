import { processWide } from "@/lib/process-wide";

/**
 * A hint that something moved, never the thing itself: whoever hears it reads PostgreSQL again. It may come twice, late, out
 * of order or not at all.
 */
export type Hint =
  | { kind: "channel"; channelId: bigint; rev: number; msgSeq: number }
  /** Somebody's session, role or memberships changed. */
  | { kind: "user"; userId: bigint }
  /** Somebody's read position in a channel moved; `back`: they marked messages as unread. */
  | { kind: "read"; userId: bigint; channelId: bigint; lastReadSeq: number; back: boolean }
  /** Other things of somebody's are unread: in a thread that they read in, follow or turned away from, or by their keywords. */
  | { kind: "unread"; userId: bigint }
  /** Requests to a webhook of this channel were logged. */
  | { kind: "deliveries"; channelId: bigint; webhookId: bigint }
  /** How somebody looks to everybody changed: their name, picture or status. */
  | { kind: "person"; userId: bigint }
  /** A channel was made, renamed, archived: sidebars are to be read again. */
  | { kind: "channels" };

type Listener = (hint: Hint) => void;

const listeners = processWide("hub", () => new Set<Listener>());

/** Hears the hints of all processes, from now until the returned function is called. */
export function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells this process alone; `publish` tells all of them. Never throws. */
export function deliver(hint: Hint): void {
  for (const listener of listeners) listener(hint);
}

type SignalListener = (text: string) => void;

const signalListeners = processWide("signals", () => new Set<SignalListener>());

/**
 * Hears what other processes say of what is stored nowhere: who is here, who is typing. A signal is the thing itself, and may be lost.
 * Until the returned function is called.
 */
export function onSignal(listener: SignalListener): () => void {
  signalListeners.add(listener);
  return () => void signalListeners.delete(listener);
}

/** Tells this process what another has signalled. */
export function deliverSignal(text: string): void {
  for (const listener of signalListeners) listener(text);
}
