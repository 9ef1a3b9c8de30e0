/**
 * Measures the processor time of `work` as a multiple of a fixed piece of work (about 10 ms on a machine of 2020), so
 * that the result doesn't depend on the machine or its load. Takes the least of three runs, because garbage collection and
 * compilation count too.
 */
export function effort(work: () => unknown): number {
  const unit = unitOfEffort();
  return Math.min(processorTime(work), processorTime(work), processorTime(work)) / unit;
}

/**
 * Like `effort`, for work that lets other work run in between: measures its longest uninterrupted part.
 */
export async function longestTurn(work: () => Promise<unknown>, runs = 3): Promise<number> {
  const tries: number[] = [];
  for (let left = runs; left > 0; left -= 1) tries.push(await longestOfOneTry(work));
  return Math.min(...tries) / unitOfEffort();
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
