import { AppError, type ErrorCode } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";

// Why: docs/decisions/limits.md

/**
 * How many run at once, how many may wait for that, and for how many milliseconds. `by` is whose turn it is: those who wait take turns by
 * it, and of each at most `each` run at once.
 */
type Turns = { atOnce: number; waiting: number; patience: number; by?: string; each?: number };

/** What who can't be let in is told, and what who isn't waiting any more could be told. */
type Refusal = { code: ErrorCode; message: string };

type Waiter = { enter: () => void; refuse: () => void };

/** What one of those who take turns has in a line; `lastIn` numbers the turns that began there. */
type Share = { running: number; lastIn: number; waiting: Set<Waiter> };

type Line = { running: number; waiting: number; begun: number; shares: Map<string, Share> };

const lines = processWide("turns", () => new Map<string, Line>());

/**
 * Runs `run` when it is its turn among those of the same name in this process: next is whoever has the fewest running,
 * then whoever's last turn is the longest ago, so one's many delay another's by one at most. Throws the refusal, with a second's
 * `retryAfter`, when it took too long or too many wait, of whom the newest of whoever has most waiting goes; and `unavailable` as soon as
 * `signal` says that nobody waits for it any more.
 */
export async function inTurn<T>(
  name: string,
  { refusal, signal, ...turns }: Turns & { refusal: Refusal; signal?: AbortSignal | undefined },
  run: () => Promise<T>,
): Promise<T> {
  const end = await takeTurn(name, turns, signal);
  if (end === null) {
    throw signal?.aborted ? nobodyWaits() : new AppError(refusal.code, refusal.message, { retryAfter: 1 });
  }
  try {
    return await run();
  } finally {
    end();
  }
}

/**
 * Resolves when it is this one's turn among those of the same name in this process, with what ends it. Resolves with null when it is refused,
 * and as soon as `signal` says that nobody waits for it any more.
 */
export async function takeTurn(name: string, turns: Turns, signal?: AbortSignal): Promise<(() => void) | null> {
  if (signal?.aborted) return null;
  const line = lines.get(name) ?? { running: 0, waiting: 0, begun: 0, shares: new Map() };
  lines.set(name, line);
  const { by = "", atOnce, each = atOnce } = turns;
  const share = line.shares.get(by) ?? { running: 0, lastIn: 0, waiting: new Set() };
  line.shares.set(by, share);
  if (line.running < atOnce && share.running < each) begin(line, share);
  else if (!(await hasEntered(line, share, turns, signal))) {
    forgetIdle(line, by, name);
    return null;
  }
  return () => {
    line.running -= 1;
    share.running -= 1;
    letIn(line, turns);
    forgetIdle(line, by, name);
  };
}

function begin(line: Line, share: Share): void {
  line.begun += 1;
  line.running += 1;
  share.running += 1;
  share.lastIn = line.begun;
}

function letIn(line: Line, { atOnce, each = atOnce }: Turns): void {
  const waiting = [...line.shares.values()].filter((share) => share.waiting.size > 0 && share.running < each);
  waiting.sort((a, b) => a.running - b.running || a.lastIn - b.lastIn);
  const [next] = waiting[0]?.waiting ?? [];
  if (line.running < atOnce) next?.enter();
}

function forgetIdle(line: Line, by: string, name: string): void {
  const share = line.shares.get(by);
  if (share && share.running + share.waiting.size === 0) line.shares.delete(by);
  if (line.shares.size === 0 && lines.get(name) === line) lines.delete(name);
}

/** The error for work that nobody waits for any more. */
export function nobodyWaits(): AppError {
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
      if (entered) begin(line, share);
      resolve(entered);
    };
    const waiter = { enter: () => leave(true), refuse: () => leave(false) };
    const timer = setTimeout(waiter.refuse, turns.patience);
    line.waiting += 1;
    share.waiting.add(waiter);
    signal?.addEventListener("abort", waiter.refuse);
  });
}

/** Refuses the newest of whoever has most waiting. False when that is the one who comes, or as good as. */
function makeRoom(line: Line, coming: Share): boolean {
  const longest = [...line.shares.values()].reduce((a, b) => (b.waiting.size > a.waiting.size ? b : a), coming);
  if (longest.waiting.size <= coming.waiting.size + 1) return false;
  [...longest.waiting].at(-1)?.refuse();
  return true;
}

type Slot = { lose: () => void };

const taken = processWide("slots", () => new Map<string, Set<Slot>>());

/**
 * Takes one of the `most` slots of this name in this process until the returned function is called. If more are taken, the oldest
 * is lost, and its `lose` is called.
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
  // A Set keeps the order of insertion, so the oldest come first.
  for (const oldest of [...slots].slice(0, -most)) {
    leave(oldest);
    oldest.lose();
  }
  return () => leave(slot);
}
