/**
 * How much processor time `work` takes, as a multiple of what a fixed piece of work (about 10 ms on a machine of 2020) takes in the
 * same run: what else the machine is doing, and how fast it is, makes no difference.
 */
export function effort(work: () => unknown): number {
  const unit = unitOfEffort();
  return processorTime(work) / unit;
}

/**
 * The same for work that gives others their turn on the way: the most that was done while nobody else had one. The least of three tries,
 * because collecting garbage is counted, too.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const tries: number[] = [];
  for (let left = 3; left > 0; left -= 1) tries.push(await longestOfOneTry(work));
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
