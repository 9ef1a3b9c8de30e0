import { processWide } from "@/lib/process/process-wide";
import type { RecentUse } from "@/lib/process/recent-use";
import { AppError, type ErrorCode } from "@/lib/text/errors";

// Why: docs/decisions/limits.md

/**
 * How many run at once, how many may wait, and for how many milliseconds. `by` groups those who wait (for example by
 * user): groups take turns, and each runs at most `each` at once. With `use`, what a group has used lately decides its
 * turn, and one that has used much runs one at a time.
 */
type Turns = { atOnce: number; waiting: number; patience: number; by?: string; each?: number; use?: RecentUse };

/** The person or webhook that something is done for, and a signal that aborts when no one waits anymore. */
export type Requester = { by: bigint | null; signal?: AbortSignal | undefined };

/** The error for a request that is refused. */
type Refusal = { code: ErrorCode; message: string };

type Waiter = { enter: () => void; refuse: () => void };

/** A group's part of a line. `running` includes turns whose group rests, `lastIn` is the number of its latest turn. */
type Share = { by: string; running: number; lastIn: number; waiting: Set<Waiter> };

type Line = { running: number; waiting: number; begun: number; shares: Map<string, Share> };

const lines = processWide("turns", () => new Map<string, Line>());

/**
 * Runs `run` when its turn comes among those with the same name in this process. Next is the group that has used the
 * least, then the one with the fewest running, then the one whose last turn is the longest ago, so a busy group delays
 * another by one turn at most. Throws the refusal, with a `retryAfter` of one second, if it waited too long or the line
 * is full; the newest request of the group with the most waiting is refused. Throws `unavailable` once `signal` aborts.
 */
export async function inTurn<T>(
  name: string,
  { refusal, signal, ...turns }: Turns & { refusal: Refusal; signal?: AbortSignal | undefined },
  run: () => Promise<T>,
): Promise<T> {
  const end = await takeTurn(name, turns, signal);
  if (end === null) {
    throw signal?.aborted ? noOneWaits() : new AppError(refusal.code, refusal.message, { retryAfter: 1 });
  }
  try {
    return await run();
  } finally {
    end();
  }
}

/** Ends a turn, once. If its group should rest, its next turn begins that many milliseconds later at the earliest. */
type End = (restMilliseconds?: number) => void;

/**
 * Waits for a turn among those with the same name in this process and returns the function that ends it. Returns null if
 * refused or once `signal` aborts.
 */
export async function takeTurn(name: string, turns: Turns, signal?: AbortSignal): Promise<End | null> {
  if (signal?.aborted) return null;
  const line = lines.get(name) ?? { running: 0, waiting: 0, begun: 0, shares: new Map() };
  lines.set(name, line);
  const { by = "" } = turns;
  const share = line.shares.get(by) ?? { by, running: 0, lastIn: 0, waiting: new Set() };
  line.shares.set(by, share);
  if (mayRun(line, share, turns)) begin(line, share, turns);
  else if (!(await hasEntered(line, share, turns, signal))) {
    forgetIdle(line, by, name);
    return null;
  }
  let ended = false;
  const leave = () => {
    share.running -= 1;
    letIn(line, turns);
    forgetIdle(line, by, name);
  };
  return (rest = 0) => {
    if (ended) return;
    ended = true;
    line.running -= 1;
    turns.use?.end(by);
    if (rest <= 0) return leave();
    setTimeout(leave, rest);
    letIn(line, turns);
  };
}

/** Returns how many wait for a turn with this name. */
export function waitingFor(name: string): number {
  return lines.get(name)?.waiting ?? 0;
}

function mayRun(line: Line, share: Share, { atOnce, each = atOnce, use }: Turns): boolean {
  const most = use?.isMuch(share.by) ? 1 : each;
  return line.running < atOnce && share.running < most;
}

function begin(line: Line, share: Share, { use }: Turns): void {
  line.begun += 1;
  line.running += 1;
  share.running += 1;
  share.lastIn = line.begun;
  use?.begin(share.by);
}

function letIn(line: Line, turns: Turns): void {
  const used = ({ by }: Share) => turns.use?.of(by) ?? 0;
  for (;;) {
    const waiting = [...line.shares.values()].filter((share) => share.waiting.size > 0 && mayRun(line, share, turns));
    waiting.sort((a, b) => used(a) - used(b) || a.running - b.running || a.lastIn - b.lastIn);
    const [next] = waiting[0]?.waiting ?? [];
    if (!next) return;
    next.enter();
  }
}

function forgetIdle(line: Line, by: string, name: string): void {
  const share = line.shares.get(by);
  if (share && share.running + share.waiting.size === 0) line.shares.delete(by);
  if (line.shares.size === 0 && lines.get(name) === line) lines.delete(name);
}

/** The error for work that no one waits for anymore. */
export function noOneWaits(): AppError {
  return new AppError("unavailable", "The request was canceled.", { retryAfter: 1 });
}

function hasEntered(line: Line, share: Share, turns: Turns, signal: AbortSignal | undefined): Promise<boolean> {
  if (line.waiting >= turns.waiting && !makeRoom(line, share)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const leave = (entered: boolean) => {
      line.waiting -= 1;
      share.waiting.delete(waiter);
      clearTimeout(timer);
      signal?.removeEventListener("abort", waiter.refuse);
      if (entered) begin(line, share, turns);
      resolve(entered);
    };
    const waiter = { enter: () => leave(true), refuse: () => leave(false) };
    const timer = setTimeout(waiter.refuse, turns.patience);
    line.waiting += 1;
    share.waiting.add(waiter);
    signal?.addEventListener("abort", waiter.refuse);
  });
}

/**
 * Refuses the newest request of the group with the most waiting. Returns false if that's the group of the new request,
 * or one with as many.
 */
function makeRoom(line: Line, coming: Share): boolean {
  const longest = [...line.shares.values()].reduce((a, b) => (b.waiting.size > a.waiting.size ? b : a), coming);
  if (longest.waiting.size <= coming.waiting.size + 1) return false;
  [...longest.waiting].at(-1)?.refuse();
  return true;
}

type Slot = { lose: () => void };

const taken = processWide("slots", () => new Map<string, Set<Slot>>());

/**
 * Takes one of the `most` slots with this name in this process until the returned function is called. If all are taken,
 * the oldest loses its slot and its `lose` is called.
 */
export function takeSlot(name: string, most: number, lose: () => void): () => void {
  const slots = taken.get(name) ?? new Set();
  taken.set(name, slots);
  const slot = { lose };
  slots.add(slot);
  const leave = (one: Slot) => {
    slots.delete(one);
    if (slots.size === 0) taken.delete(name);
  };
  // Sets keep insertion order, so the oldest come first.
  for (const oldest of [...slots].slice(0, -most)) {
    leave(oldest);
    oldest.lose();
  }
  return () => leave(slot);
}
