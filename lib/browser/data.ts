import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { type Answer, request, written } from "./request";
import { emitter } from "./store";

/** Why an address couldn't be loaded. */
export type Failure = Extract<Answer<unknown>, { ok: false }>;

/** An address's data and last failure, both null until it responds. `data` stays when a later request fails. */
export type CacheEntry<T> = { data: T | null; failure: Failure | null };

type Options<T> = {
  /** The server-rendered data. With it, the address isn't requested until something changes, or `current` asks. */
  rendered?: T;
  /** How to request it, if not by a plain GET. */
  load?: (address: string, signal: AbortSignal) => Promise<Answer<T>>;
  /**
   * Whether it has to be current: requested once although it was rendered, because it may have changed before the page
   * arrived, and again after a failure. 403 and 404 are final.
   */
  current?: boolean;
};

// The shortest time between requests to the same address.
const EVERY_MS = 1_000;

type Change = (data: unknown) => unknown;

/** An address that at least one component uses. */
type Entry = {
  cached: CacheEntry<unknown>;
  users: number;
  ask: (urgency: Urgency) => void;
  change: (how: Change) => void;
  stop: () => void;
};

type Urgency = "now" | "settled";

function makeEntry(address: string, { rendered, load = get, current }: Options<unknown>): Entry {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Number.POSITIVE_INFINITY;
  let earliest = 0;
  let loading: AbortController | null = null;
  // Events and changes since the request was sent: its answer may not include them.
  let again = false;
  let meanwhile: Change[] = [];
  const entry: Entry = { cached: { data: rendered ?? null, failure: null }, users: 0, ask, change, stop };

  function hold(data: unknown, failure: Failure | null): void {
    if (data === entry.cached.data && failure === entry.cached.failure) return;
    entry.cached = { data, failure };
    changed.emit();
  }

  function ask(urgency: Urgency): void {
    hold(entry.cached.data, null);
    if (loading) again = true;
    else plan(urgency === "now" ? Math.max(Date.now(), earliest) : Date.now() + EVERY_MS);
  }

  function plan(at: number): void {
    if (at >= due) return;
    due = at;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), at - Date.now());
  }

  async function run(): Promise<void> {
    due = Number.POSITIVE_INFINITY;
    earliest = Date.now() + EVERY_MS;
    meanwhile = [];
    loading = new AbortController();
    const { signal } = loading;
    // An answer from before a change of this page would take it back on the screen, and the next press would undo it.
    await written();
    if (signal.aborted) return;
    again = false;
    const answer = await load(address, signal);
    loading = null;
    if (signal.aborted) return;
    if (answer.ok)
      hold(
        meanwhile.reduce((data, how) => how(data), answer.data),
        null,
      );
    else hold(entry.cached.data, answer);
    if (!answer.ok && current && answer.status !== 403 && answer.status !== 404) plan(Date.now() + EVERY_MS);
    else if (again) ask("now");
  }

  function change(how: Change): void {
    if (loading) meanwhile.push(how);
    if (entry.cached.data !== null) hold(how(entry.cached.data), null);
  }

  function stop(): void {
    clearTimeout(timer);
    loading?.abort();
  }

  return entry;
}

// Entries last as long as the page: signing in or out loads another. Only effects add them, so the server, where they
// would be shared between people, never has any.
const entries = new Map<string, Entry>();
const changed = emitter();

/** Returns this address's data, live; use `useKept` in a component that only keeps it loaded. Null requests nothing. */
export function useData<T>(address: string | null, options: Options<T> = {}): CacheEntry<T> {
  useKept(address, options);
  const cached = useSyncExternalStore(
    changed.subscribe,
    () => entries.get(address ?? "")?.cached,
    () => undefined,
  );
  return (cached ?? { data: options.rendered ?? null, failure: null }) as CacheEntry<T>;
}

/**
 * Keeps this address's data for as long as a component uses it. Requests it on first use, unless `rendered` is given;
 * from then on `ask` and `change` update it.
 */
export function useKept<T>(address: string | null, options: Options<T>): void {
  const begin = useEffectEvent((at: string) => keepData(at, options));
  useEffect(() => (address === null ? undefined : begin(address)), [address]);
}

/** Does the same outside components, until the returned function is called. */
export function keepData<T>(address: string, options: Options<T>): () => void {
  const entry = entries.get(address) ?? makeEntry(address, options as Options<unknown>);
  if (entry.users === 0) {
    entries.set(address, entry);
    changed.emit();
    if (options.rendered === undefined) entry.ask("now");
    else if (options.current) entry.ask("settled");
  }
  entry.users += 1;
  return () => {
    entry.users -= 1;
    if (entry.users > 0) return;
    entry.stop();
    entries.delete(address);
  };
}

/**
 * Returns what `select` makes of an address's data (null if unknown), live. It must return the same object until that
 * changes.
 */
export function useKnown<T, S>(address: string, select: (data: T | null) => S, rendered: S): S {
  return useSyncExternalStore(
    changed.subscribe,
    () => select(known<T>(address)),
    () => rendered,
  );
}

/** Returns an address's current data; null if unknown. */
export function known<T>(address: string): T | null {
  return (entries.get(address)?.cached.data ?? null) as T | null;
}

/** Calls `listener` whenever any data changes. Call the returned function to stop. */
export const onChange = changed.subscribe;

/** Requests the address again if a component uses it: as soon as allowed, or after a pause if `settled`. */
export function ask(address: string, urgency: Urgency = "now"): void {
  entries.get(address)?.ask(urgency);
}

/** Requests every address with this prefix again, like `ask`. */
export function askBelow(beginning: string, urgency: Urgency = "now"): void {
  for (const [address, entry] of entries) if (address.startsWith(beginning)) entry.ask(urgency);
}

/** Changes an address's data, and that of a request under way. Does nothing if there is none. */
export function change<T>(address: string, how: (data: T) => T): void {
  entries.get(address)?.change(how as Change);
}

function get(address: string, signal: AbortSignal): Promise<Answer<unknown>> {
  return request(address, { signal });
}
