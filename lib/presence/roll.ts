import type { PresenceDiff, PresenceState } from "@/lib/presence/dto";

/** A process of which nothing was heard for so long has ended without saying so, and its people with it. */
export const SILENT_MS = 50_000;

type People = Map<string, PresenceState>;

/** One part of all whom a process has, which begins with part 0 of this number. */
export type RollPart = { part: number; of: number; people: ReadonlyMap<string, PresenceState> };

type Source = { people: People; heardAt: number; gathered: { parts: number; people: People } | null };

/**
 * Who is here, as the processes that people's pages are connected to say it; somebody counts as the best that any of them says. Knows no
 * clock: times are given to it, in milliseconds.
 */
export class Roll {
  readonly #sources = new Map<string, Source>();
  readonly #people: People = new Map();
  /** Those changed since the last diff was taken, as they were then. */
  readonly #before = new Map<string, PresenceState | null>();
  #version = 0;

  /** Who is here or away, by `presenceKey`. */
  get people(): ReadonlyMap<string, PresenceState> {
    return this.#people;
  }

  /** Another number whenever anything has changed. */
  get version(): number {
    return this.#version;
  }

  /** Whether somebody's state has changed since the last diff. */
  get changed(): boolean {
    return this.#before.size > 0;
  }

  /** What this process itself said last of somebody. */
  stateAt(source: string, key: string): PresenceState | null {
    return this.#sources.get(source)?.people.get(key) ?? null;
  }

  /** All whom a process has said to have. */
  peopleAt(source: string): ReadonlyMap<string, PresenceState> {
    return this.#sources.get(source)?.people ?? new Map();
  }

  /** A process says of somebody what they are there; null: nothing. */
  set(source: string, key: string, state: PresenceState | null, now: number): void {
    const { people } = this.#hear(source, now);
    if (state === null) people.delete(key);
    else people.set(key, state);
    this.#merge(key);
  }

  /** A process says all whom it has, in parts: with the last of them, whoever is in none of them is there no more. */
  replace(source: string, { part, of, people }: RollPart, now: number): void {
    const from = this.#hear(source, now);
    if (part === 0) from.gathered = { parts: 0, people: new Map() };
    // One of them was lost: the next whole roll makes up for it.
    if (from.gathered?.parts !== part) return;
    from.gathered.parts += 1;
    for (const [key, state] of people) from.gathered.people.set(key, state);
    if (from.gathered.parts < of) return;
    const touched = new Set([...from.people.keys(), ...from.gathered.people.keys()]);
    from.people = from.gathered.people;
    from.gathered = null;
    for (const key of touched) this.#merge(key);
  }

  /** A process is about to end: its people have `milliseconds` to come to another. */
  leave(source: string, milliseconds: number, now: number): void {
    const from = this.#sources.get(source);
    if (from) from.heardAt = now - SILENT_MS + milliseconds;
  }

  /** Forgets the processes that have been silent for too long, but for `own`. */
  expire(own: string, now: number): void {
    for (const [source, { people, heardAt }] of this.#sources) {
      if (source === own || now - heardAt < SILENT_MS) continue;
      this.#sources.delete(source);
      for (const key of people.keys()) this.#merge(key);
    }
  }

  /** What has changed since this was asked for last; null when nothing has. */
  takeDiff(): PresenceDiff | null {
    const diff: PresenceDiff = { here: [], away: [], off: [] };
    for (const [key, before] of this.#before) {
      const now = this.#people.get(key) ?? null;
      if (now !== before) diff[now ?? "off"].push(key);
    }
    this.#before.clear();
    return diff.here.length + diff.away.length + diff.off.length > 0 ? diff : null;
  }

  #hear(source: string, now: number): Source {
    const from = this.#sources.get(source) ?? { people: new Map(), heardAt: now, gathered: null };
    from.heardAt = now;
    this.#sources.set(source, from);
    return from;
  }

  #merge(key: string): void {
    const before = this.#people.get(key) ?? null;
    const now = this.#best(key);
    if (now === before) return;
    if (!this.#before.has(key)) this.#before.set(key, before);
    if (now === null) this.#people.delete(key);
    else this.#people.set(key, now);
    this.#version += 1;
  }

  #best(key: string): PresenceState | null {
    let best: PresenceState | null = null;
    for (const { people } of this.#sources.values()) {
      const state = people.get(key);
      if (state === "here") return state;
      best ??= state ?? null;
    }
    return best;
  }
}
