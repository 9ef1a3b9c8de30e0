const two = (value: number) => String(value).padStart(2, "0");

/** "14:32": what the clocks show that are `offset` minutes ahead of UTC. */
export function clockAt(now: Date, offset: number): string {
  const there = new Date(now.getTime() + offset * 60_000);
  return `${two(there.getUTCHours())}:${two(there.getUTCMinutes())}`;
}

/**
 * "14:32, 2 hours ahead of you": what time it is where clocks are `offset` minutes ahead of UTC, for who is `own` minutes ahead of it.
 */
export function localTimeText(now: Date, offset: number, own: number): string {
  const time = clockAt(now, offset);
  const ahead = offset - own;
  if (ahead === 0) return `${time}, the same as yours`;
  return `${time}, ${durationText(Math.abs(ahead))} ${ahead > 0 ? "ahead of" : "behind"} you`;
}

function durationText(minutes: number): string {
  const parts = [counted(Math.floor(minutes / 60), "hour"), counted(minutes % 60, "minute")];
  return parts.filter((part) => part !== null).join(" ");
}

function counted(count: number, unit: string): string | null {
  return count === 0 ? null : `${count} ${unit}${count === 1 ? "" : "s"}`;
}
