const RUNS = 3;

/**
 * Measures the processor time of `work` as a multiple of a fixed piece of work (about 10 ms on a machine of 2020), so
 * that the result doesn't depend on the machine or its load. Takes the least of three runs, because garbage collection and
 * compilation count too; a run that takes less than `enough` is the last.
 */
export function effort(work: () => unknown, enough = 0): number {
  const unit = unitOfEffort();
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && least >= enough; run += 1) least = Math.min(least, processorTime(work) / unit);
  return least;
}

/**
 * Like `effort`, for work that lets other work run in between: measures its longest uninterrupted part.
 */
export async function longestTurn(
  work: () => Promise<unknown>,
  { runs = RUNS, enough = 0 }: { runs?: number; enough?: number } = {},
): Promise<number> {
  const unit = unitOfEffort();
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && least >= enough; run += 1)
    least = Math.min(least, (await longestOfOneTry(work)) / unit);
  return least;
}

async function longestOfOneTry(work: () => Promise<unknown>): Promise<number> {
  let [last, longest, done] = [process.cpuUsage(), 0, false];
  const tick = () => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, user + system);
    last = process.cpuUsage();
    if (!done) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  done = true;
  tick();
  return longest;
}

function unitOfEffort(): number {
  return Math.max(processorTime(fixedWork), processorTime(fixedWork));
}

function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function fixedWork(): number {
  let sum = 0;
  for (let i = 0; i < 10_000_000; i++) sum = (sum * 31 + i) | 0;
  return sum;
}
