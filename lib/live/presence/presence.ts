import { randomBytes } from "node:crypto";
import { publish, startBus, subscribe } from "@/lib/events/hub";
import type { Hint, PresenceHint } from "@/lib/events/types";
import type { PresenceDiff, PresenceState } from "@/lib/live/presence/dto";
import { onShutdown } from "@/lib/process/on-shutdown";
import { processWide } from "@/lib/process/process-wide";

// Why: docs/decisions/presence.md

/** How long people keep their state after their page has closed, because they may be reloading it. */
export const GRACE_MS = 6_000;

/** How long an instance's report about a person is valid, unless it repeats it. */
export const EXPIRES_MS = 35_000;

const REPEAT_MS = 10_000;
const EVERY_MS = 1_000;
const LOOK_MS = 100;
// An instance receives the others' hints a moment after it has started.
const ASKS_AFTER_MS = 1_000;
// A hint must fit into NOTIFY's 8,000 bytes. A key has at most 13.
const KEYS_PER_HINT = 500;

/**
 * Tracks who is online or away. Each instance publishes the states of its own people: changes at most once a second, and
 * all of them every ten seconds. A state that isn't repeated expires, which makes up for lost hints and killed
 * instances. Nothing is stored.
 */
export class Presence {
  /** The people who are online or away, by `presenceKey`. If instances differ, "here" wins. */
  readonly people = new Map<string, PresenceState>();
  /** Increases whenever `people` changes. */
  version = 0;
  readonly #instance = randomBytes(6).toString("base64url");
  readonly #publish: (hint: PresenceHint) => void;
  /** By person and instance. */
  readonly #said = new Map<string, Map<string, { state: PresenceState; until: number }>>();
  /** The previous states of people who have changed since the last diff. */
  readonly #before = new Map<string, PresenceState | null>();
  /** People of this instance whose page has just closed. */
  readonly #leaving = new Map<string, { at: number; read: () => PresenceState | null }>();
  readonly #unpublished = new Set<string>();
  #nextAt = 0;
  #repeatAt = 0;
  readonly #timers: NodeJS.Timeout[] = [];

  /** `publishHint` sends a hint to all other instances. */
  constructor(publishHint: (hint: PresenceHint) => void) {
    this.#publish = publishHint;
  }

  /** Starts exchanging hints with other instances. */
  start(): void {
    this.#timers.push(
      setTimeout(() => this.#publish({ kind: "presence", instance: this.#instance, asks: true }), ASKS_AFTER_MS),
      setInterval(() => this.#look(), LOOK_MS),
    );
  }

  /** Stops. The other instances keep this one's people for the grace period, in which they may connect to another. */
  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#publish({ kind: "presence", instance: this.#instance, leaves: true });
  }

  /** Sets a person's state in this process. */
  say(key: string, state: PresenceState | null): void {
    this.#leaving.delete(key);
    if (this.#own(key) === state) return;
    this.#set(this.#instance, key, state, Infinity);
    this.#unpublished.add(key);
  }

  /** Reads a person's state after a page was opened or closed. A worse state only applies after the grace period. */
  sayWithGrace(key: string, read: () => PresenceState | null): void {
    const now = read();
    if (rank(now) >= rank(this.#own(key))) this.say(key, now);
    else if (!this.#leaving.has(key)) this.#leaving.set(key, { at: performance.now() + GRACE_MS, read });
  }

  /** Applies a hint from another instance. */
  hear({ instance, here = "", away = "", off = "", asks, leaves }: PresenceHint): void {
    if (instance === this.#instance) return;
    const now = performance.now();
    for (const key of keysIn(here)) this.#set(instance, key, "here", now + EXPIRES_MS);
    for (const key of keysIn(away)) this.#set(instance, key, "away", now + EXPIRES_MS);
    for (const key of keysIn(off)) this.#set(instance, key, null, now);
    if (asks) this.#repeatAt = now;
    if (!leaves) return;
    for (const said of this.#said.values()) {
      const entry = said.get(instance);
      if (entry) entry.until = Math.min(entry.until, now + GRACE_MS);
    }
  }

  /** Returns the changes since the last call; null if there are none. */
  takeDiff(): PresenceDiff | null {
    const diff: PresenceDiff = { here: [], away: [], off: [] };
    for (const [key, before] of this.#before) {
      const now = this.people.get(key) ?? null;
      if (now !== before) diff[now ?? "off"].push(key);
    }
    this.#before.clear();
    return diff.here.length + diff.away.length + diff.off.length > 0 ? diff : null;
  }

  #own(key: string): PresenceState | null {
    return this.#said.get(key)?.get(this.#instance)?.state ?? null;
  }

  #set(instance: string, key: string, state: PresenceState | null, until: number): void {
    const said = this.#said.get(key) ?? new Map();
    this.#said.set(key, said);
    if (state === null) said.delete(instance);
    else said.set(instance, { state, until });
    if (said.size === 0) this.#said.delete(key);
    const states = Array.from(said.values(), (entry) => entry.state);
    const now = states.includes("here") ? "here" : (states[0] ?? null);
    const before = this.people.get(key) ?? null;
    if (now === before) return;
    if (!this.#before.has(key)) this.#before.set(key, before);
    if (now === null) this.people.delete(key);
    else this.people.set(key, now);
    this.version += 1;
  }

  /** Removes expired states, and publishes changes. */
  #look(): void {
    const now = performance.now();
    for (const [key, { at, read }] of this.#leaving) if (at <= now) this.say(key, read());
    if (now < this.#nextAt) return;
    for (const [key, said] of this.#said)
      for (const [instance, { until }] of said) if (until <= now) this.#set(instance, key, null, now);
    if (this.#repeatAt <= now) {
      this.#repeatAt = now + REPEAT_MS;
      for (const key of this.#said.keys()) if (this.#own(key) !== null) this.#unpublished.add(key);
    }
    if (this.#unpublished.size === 0) return;
    this.#nextAt = now + EVERY_MS;
    this.#publishKeys([...this.#unpublished]);
    this.#unpublished.clear();
  }

  #publishKeys(keys: string[]): void {
    for (let i = 0; i < keys.length; i += KEYS_PER_HINT) {
      const some = keys.slice(i, i + KEYS_PER_HINT);
      const those = (state: PresenceState | null) => some.filter((key) => this.#own(key) === state).join(" ");
      const states = { here: those("here"), away: those("away"), off: those(null) };
      this.#publish({ kind: "presence", instance: this.#instance, ...states });
    }
  }
}

/** Returns this process's `Presence`. The first call starts it. */
export function presence(): Presence {
  return processWide("presence", () => {
    startBus();
    const here = new Presence(publish);
    const unsubscribe = subscribe((hint: Hint) => {
      if (hint.kind === "presence") here.hear(hint);
    });
    here.start();
    onShutdown(() => {
      unsubscribe();
      here.stop();
    });
    return here;
  });
}

function keysIn(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}

function rank(state: PresenceState | null): number {
  return state === null ? 0 : state === "away" ? 1 : 2;
}
