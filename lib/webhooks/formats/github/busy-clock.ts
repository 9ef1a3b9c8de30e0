import { createHash } from "node:crypto";
import { person, REPOSITORY } from "@/lib/webhooks/formats/github/busy-payloads";

/** One of GitHub's deliveries: the `X-GitHub-Event` header, and the payload. */
export type BusyDelivery = { event: string; payload: object };

export const DAY_SECONDS = 10 * 3600;

const PEOPLE = ["ada", "grace", "linus", "margaret", "ken", "barbara"] as const;

/** Returns the time of a second of the day, as GitHub writes it. */
export function timeAt(second: number): string {
  return new Date(Date.UTC(2026, 10, 20, 8) + second * 1000).toISOString().replace(".000Z", "Z");
}

/** Acts at seconds of a day, and chance that is the same for the same seed. */
export class Clock {
  #state: number;
  #ids = 1000;
  readonly #acts: { second: number; act: (at: string) => void }[] = [];
  readonly #sent: BusyDelivery[] = [];

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Plans what happens at a second. */
  at(second: number, act: (at: string) => void): void {
    this.#acts.push({ second, act });
  }

  /** Sends a delivery now. */
  send(event: string, by: string, payload: object): void {
    this.#sent.push({ event, payload: { ...payload, repository: REPOSITORY, sender: person(by) } });
  }

  /** Runs the day. Sorting is stable, so what happens within a second stays in its order. */
  deliveries(): BusyDelivery[] {
    for (const { second, act } of this.#acts.sort((a, b) => a.second - b.second)) act(timeAt(second));
    return this.#sent;
  }

  /** A number from 0 to 1. */
  chance(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0, below another. */
  whole(below: number): number {
    return Math.floor(this.chance() * below);
  }

  who(): string {
    return PEOPLE[this.whole(PEOPLE.length)] ?? "ada";
  }

  id(): number {
    this.#ids += 1;
    return this.#ids;
  }

  sha(): string {
    return createHash("sha1").update(`${this.id()}`).digest("hex");
  }
}
