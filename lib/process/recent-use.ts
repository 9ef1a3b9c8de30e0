import { performance } from "node:perf_hooks";

/** Milliseconds: of real time, and of those how many this process was working. */
type Clock = { now: () => number; worked: () => number };

const HALF_LIFE_MS = 5_000;
// Running without working is waiting, mostly for the database, which works then: that counts for a seventh.
const WAITING_SHARE = 0.15;
const NOTHING = 0.5;
// A second of work at once, or a seventh of all time.
const MUCH = 1_000;

const CLOCK: Clock = {
  now: () => performance.now(),
  worked: () => performance.eventLoopUtilization().active,
};

/**
 * Measures how much each group (for example, a user) has used of this process lately, in milliseconds; half of it is
 * forgotten every five seconds. The time in which the process works is shared by those who run at that time.
 */
export class RecentUse {
  readonly #clock: Clock;
  readonly #running = new Map<string, number>();
  readonly #used = new Map<string, { amount: number; at: number }>();
  #all = 0;
  #forgotAt = 0;
  #counted: { now: number; worked: number };

  constructor(clock: Clock = CLOCK) {
    this.#clock = clock;
    this.#counted = { now: clock.now(), worked: clock.worked() };
  }

  /** Returns what this group has used. */
  of(by: string): number {
    const used = this.#used.get(by);
    return used === undefined ? 0 : used.amount * 0.5 ** ((this.#clock.now() - used.at) / HALF_LIFE_MS);
  }

  /** Returns whether this group has used so much that it should leave time to others. */
  isMuch(by: string): boolean {
    return this.of(by) > MUCH;
  }

  /** Counts what this group uses from now on, until `end` is called as often as this. */
  begin(by: string): void {
    this.#count();
    this.#all += 1;
    this.#running.set(by, (this.#running.get(by) ?? 0) + 1);
  }

  end(by: string): void {
    this.#count();
    this.#all -= 1;
    const running = (this.#running.get(by) ?? 1) - 1;
    if (running > 0) this.#running.set(by, running);
    else this.#running.delete(by);
    if (this.#clock.now() - this.#forgotAt > HALF_LIFE_MS) this.#forget();
  }

  #count(): void {
    const [now, worked] = [this.#clock.now(), this.#clock.worked()];
    const each = (worked - this.#counted.worked) / this.#all + (now - this.#counted.now) * WAITING_SHARE;
    this.#counted = { now, worked };
    for (const [by, running] of this.#running) this.#used.set(by, { amount: this.of(by) + each * running, at: now });
  }

  #forget(): void {
    this.#forgotAt = this.#clock.now();
    for (const by of this.#used.keys()) if (this.of(by) < NOTHING) this.#used.delete(by);
  }
}
