import { AppError, type ErrorCode } from "@/lib/errors";
import { primary, type Turns } from "@/lib/primary";
import { processWide } from "@/lib/process-wide";

/** What who can't be let in is told, and what who isn't waiting any more could be told. */
type Refusal = { code: ErrorCode; message: string };

type Line = { running: number; waiting: Set<() => void> };

const lines = processWide("turns", () => new Map<string, Line>());

/**
 * Runs `run` when it is its turn among those of the same name in all processes behind this port, first come first served. Throws the
 * refusal, with a second's `retryAfter`, when too many wait already or it took too long, and `unavailable` as soon as `signal` says that nobody
 * waits for it any more.
 */
export async function inTurn<T>(
  name: string,
  { refusal, signal, ...turns }: Turns & { refusal: Refusal; signal?: AbortSignal | undefined },
  run: () => Promise<T>,
): Promise<T> {
  const end = await (primary()?.takeTurn ?? takeTurn)(name, turns, signal);
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
 * Resolves when it is this one's turn among those of the same name in this process, with what ends it. Resolves with null when too many
 * wait already, when it took too long, and as soon as `signal` says that nobody waits for it any more.
 */
export async function takeTurn(name: string, turns: Turns, signal?: AbortSignal): Promise<(() => void) | null> {
  const line = lines.get(name) ?? { running: 0, waiting: new Set() };
  lines.set(name, line);
  if (line.running < turns.atOnce) line.running += 1;
  else if (!(await hasEntered(line, turns, signal))) return null;
  return () => {
    // The next one takes this place, so `running` stays the same.
    const [next] = line.waiting;
    if (next) next();
    else line.running -= 1;
    if (line.running === 0) lines.delete(name);
  };
}

/** The error for work that nobody waits for any more. */
export function nobodyWaits(): AppError {
  return new AppError("unavailable", "This was given up.", { retryAfter: 1 });
}

function hasEntered(line: Line, { waiting, patience }: Turns, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted || line.waiting.size >= waiting) return Promise.resolve(false);
  return new Promise((resolve) => {
    const leave = (entered: boolean) => {
      line.waiting.delete(enter);
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
      resolve(entered);
    };
    const enter = () => leave(true);
    const giveUp = () => leave(false);
    const timer = setTimeout(giveUp, patience);
    line.waiting.add(enter);
    signal?.addEventListener("abort", giveUp);
  });
}
