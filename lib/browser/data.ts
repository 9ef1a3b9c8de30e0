import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { type Answer, request } from "./request";
import { emitter } from "./store";

/** Why an address could not be read. */
export type Failure = Extract<Answer<unknown>, { ok: false }>;

/** What the page holds of an address. Both are null until it has answered. `data` stays when asking again fails. */
export type Cached<T> = { data: T | null; failure: Failure | null };

type Options<T> = {
  /** What the server rendered. With it, the address isn't asked until something happens. */
  rendered?: T;
  /** How to ask, where a plain GET isn't enough. */
  load?: (address: string, signal: AbortSignal) => Promise<Answer<T>>;
  /** Whether to ask again after a failure. 403 and 404 are final. */
  keepTrying?: boolean;
};

// However much happens, an address is asked at most this often.
const EVERY_MS = 1_000;

type Change = (data: unknown) => unknown;

/** One address, for as long as a component uses it. */
type Entry = {
  cached: Cached<unknown>;
  users: number;
  ask: (urgency: Urgency) => void;
  change: (how: Change) => void;
  stop: () => void;
};

type Urgency = "now" | "settled";

function makeEntry(address: string, { rendered, load = get, keepTrying }: Options<unknown>): Entry {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Number.POSITIVE_INFINITY;
  let earliest = 0;
  let loading: AbortController | null = null;
  // Whether something has happened since the request was sent, and changes made since then: its answer may not contain them yet.
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
    again = false;
    meanwhile = [];
    loading = new AbortController();
    const { signal } = loading;
    const answer = await load(address, signal);
    loading = null;
    if (signal.aborted) return;
    if (answer.ok)
      hold(
        meanwhile.reduce((data, how) => how(data), answer.data),
        null,
      );
    else hold(entry.cached.data, answer);
    if (!answer.ok && keepTrying && answer.status !== 403 && answer.status !== 404) plan(Date.now() + EVERY_MS);
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

// They last no longer than the page: signing in and signing out load another. Entries are added in effects only, so the server, where
// people would share them, never has any.
const entries = new Map<string, Entry>();
const changed = emitter();

/** What this address answers, live: `useKept` for a component that also shows it. Null asks nothing. */
export function useData<T>(address: string | null, options: Options<T> = {}): Cached<T> {
  useKept(address, options);
  const cached = useSyncExternalStore(
    changed.subscribe,
    () => entries.get(address ?? "")?.cached,
    () => undefined,
  );
  return (cached ?? { data: options.rendered ?? null, failure: null }) as Cached<T>;
}

/**
 * Keeps what this address answers for as long as a component uses it. It is asked when the first one does so without `rendered`.
 * From then on, `ask` and `change` keep it up to date.
 */
export function useKept<T>(address: string | null, options: Options<T>): void {
  const begin = useEffectEvent((at: string) => keepData(at, options));
  useEffect(() => (address === null ? undefined : begin(address)), [address]);
}

/** The same outside of components: until the returned function is called. */
export function keepData<T>(address: string, options: Options<T>): () => void {
  const entry = entries.get(address) ?? makeEntry(address, options as Options<unknown>);
  if (entry.users === 0) {
    entries.set(address, entry);
    changed.emit();
    if (options.rendered === undefined) entry.ask("now");
  }
  entry.users += 1;
  return () => {
    entry.users -= 1;
    if (entry.users > 0) return;
    entry.stop();
    entries.delete(address);
  };
}

/** What `select` makes of what is known of the address (null for nothing), live. It has to answer the same object until that changes. */
export function useKnown<T, S>(address: string, select: (data: T | null) => S, rendered: S): S {
  return useSyncExternalStore(
    changed.subscribe,
    () => select(known<T>(address)),
    () => rendered,
  );
}

/** What is known of the address just now; null for nothing. */
export function known<T>(address: string): T | null {
  return (entries.get(address)?.cached.data ?? null) as T | null;
}

/** Calls `listener` whenever something else is known, until the returned function is called. */
export const onChange = changed.subscribe;

/** Asks the address again if a component uses it: as soon as it may, or `settled`, after a moment. */
export function ask(address: string, urgency: Urgency = "now"): void {
  entries.get(address)?.ask(urgency);
}

/** Asks everything again whose address begins like this. */
export function askBelow(beginning: string): void {
  for (const [address, entry] of entries) if (address.startsWith(beginning)) entry.ask("now");
}

/** Changes what is known of the address, and what a request that is under way brings of it. Nothing happens where nothing is known. */
export function change<T>(address: string, how: (data: T) => T): void {
  entries.get(address)?.change(how as Change);
}

function get(address: string, signal: AbortSignal): Promise<Answer<unknown>> {
  return request(address, { signal });
}
