const UNITS = [
  { seconds: 86_400, text: (n: number) => (n === 1 ? "1 day" : `${n} days`) },
  { seconds: 3_600, text: (n: number) => `${n} h` },
  { seconds: 60, text: (n: number) => `${n} min` },
];

/** Formats how long something took by its two largest units: "under a minute", "42 min", "1 h 5 min", "3 days 4 h". */
export function durationText(seconds: number): string {
  const first = UNITS.findIndex((unit) => seconds >= unit.seconds);
  if (first === -1) return "under a minute";
  let left = seconds;
  const parts = UNITS.slice(first, first + 2).flatMap((unit) => {
    const count = Math.floor(left / unit.seconds);
    left -= count * unit.seconds;
    return count > 0 ? [unit.text(count)] : [];
  });
  return parts.join(" ");
}
