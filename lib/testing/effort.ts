/**
 * How much processor time `work` takes, as a multiple of what a fixed piece of work (about 10 ms on a machine of 2020) takes in the
 * same run: what else the machine is doing, and how fast it is, makes no difference.
 */
export function effort(work: () => unknown): number {
  const unit = Math.max(processorTime(fixedWork), processorTime(fixedWork));
  return processorTime(work) / unit;
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
