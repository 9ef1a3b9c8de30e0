import { AppError, type ErrorCode } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";

/** How many run at once, how many may wait for that, and for how many milliseconds. */
export type Turns = { atOnce: number; waiting: number; patience: number };

/** What who can't be let in is told, and what who isn't waiting any more could be told. */
type Refusal = { code: ErrorCode; message: string };

type Line = { running: number; waiting: Set<() => void> };

const lines = processWide("turns", () => new Map<string, Line>());

/**
 * Runs `run` when it is its turn among those of the same name in this process, first come first served. Throws the refusal, with a
 * second's `retryAfter`, when too many wait already or it took too long, and `unavailable` as soon as `signal` says that nobody
 * waits for it any more.
 */
export async function inTurn<T>(
  name: string,
  turns: Turns & { refusal: Refusal; signal?: AbortSignal | undefined },
  run: () => Promise<T>,
): Promise<T> {
  const line = lines.get(name) ?? { running: 0, waiting: new Set() };
  lines.set(name, line);
  if (line.running < turns.atOnce) line.running += 1;
  else await wait(line, turns);
  try {
    return await run();
  } finally {
    // The next one takes this place, so `running` stays the same.
    const [next] = line.waiting;
    if (next) next();
    else line.running -= 1;
    if (line.running === 0) lines.delete(name);
  }
}

/** The error for work that nobody waits for any more. */
export function nobodyWaits(): AppError {
  return new AppError("unavailable", "This was given up.", { retryAfter: 1 });
}

function wait(
  line: Line,
  { waiting, patience, refusal, signal }: Turns & { refusal: Refusal; signal?: AbortSignal | undefined },
): Promise<void> {
  const refused = () => new AppError(refusal.code, refusal.message, { retryAfter: 1 });
  if (signal?.aborted) throw nobodyWaits();
  if (line.waiting.size >= waiting) throw refused();
  return new Promise((resolve, reject) => {
    const leave = () => {
      line.waiting.delete(enter);
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    };
    const enter = () => {
      leave();
      resolve();
    };
    const giveUp = () => {
      leave();
      reject(nobodyWaits());
    };
    const timer = setTimeout(() => {
      leave();
      reject(refused());
    }, patience);
    line.waiting.add(enter);
    signal?.addEventListener("abort", giveUp);
  });
}
