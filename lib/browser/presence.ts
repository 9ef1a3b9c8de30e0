import { useLost } from "@/lib/browser/events";
import { store, useStore } from "@/lib/browser/store";
import { type PresenceState, presenceKey } from "@/lib/live/presence/dto";
import type { StreamEvent } from "@/lib/live/streams/types";

type EventOf<Type extends StreamEvent["type"]> = Extract<StreamEvent, { type: Type }>;

// Who is online, and how many in the open channel. Null until the event stream reports it.
const people = store<ReadonlyMap<string, PresenceState> | null>(null);

const here = store<EventOf<"here"> | null>(null);

/** Applies an event about who came online or went offline. */
export function applyPresence(event: EventOf<"presence">): void {
  const next = new Map(event.off === null ? [] : people.get());
  for (const key of event.here.split(" ")) next.set(key, "here");
  for (const key of event.away.split(" ")) next.set(key, "away");
  for (const key of event.off?.split(" ") ?? []) next.delete(key);
  people.set(next);
}

/**
 * Returns whether a person is online, live; `rendered` until the event stream reports it, and null while this page is
 * offline.
 */
export function usePresence(
  userId: string,
  rendered: PresenceState | "offline" | null = null,
): PresenceState | "offline" | null {
  const key = presenceKey(userId);
  const lost = useLost();
  const state = useStore(people, rendered, (all) => (all ? (all.get(key) ?? "offline") : rendered));
  return lost ? null : state;
}

/** Applies an event about how many of the open channel's members are online. */
export const applyHere = here.set;

/** Returns how many of a channel's members are online, live; `rendered` until the event stream reports it. */
export function useHereCount(channelId: string, rendered: number): number {
  return useStore(here, rendered, (event) => (event?.channelId === channelId ? event.count : rendered));
}
