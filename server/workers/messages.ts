import type { Counted, Limit, Turns } from "@/lib/primary";

/** What a worker says to the primary; `id` is the worker's own number for it, by which it is answered. */
export type Ask =
  | { kind: "count"; id: number; limit: Limit; key: string; points: number }
  | { kind: "take-turn"; id: number; name: string; turns: Turns }
  | { kind: "take-place"; id: number; name: string; most: number }
  /** For all other workers; nobody answers. */
  | { kind: "tell"; text: string }
  /** The turn of this id has ended, or isn't waited for any more; the place of this id is left. */
  | { kind: "end"; id: number };

/** What the primary says to a worker. */
export type Answer =
  | { id: number; counted: Counted }
  | { id: number; entered: boolean }
  | { id: number; lost: true }
  | { told: string };

/** Many at once, in their order: a message costs more than what it says. */
export type Asks = { asks: Ask[] };
export type Answers = { answers: Answer[] };

/** Gathers what is said in one turn of the event loop and has it sent together. */
export function together<T>(send: (all: T[]) => void): (one: T) => void {
  let waiting: T[] = [];
  return (one) => {
    if (waiting.push(one) > 1) return;
    setImmediate(() => {
      const all = waiting;
      waiting = [];
      send(all);
    });
  };
}
