/** Returns how long it took: "12 s", "42 min", "1 h 5 min", "3 days 4 h". */
export function lastedText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return joined(`${hours} h`, minutes % 60, "min");
  const days = Math.floor(hours / 24);
  return joined(days === 1 ? "1 day" : `${days} days`, hours % 24, "h");
}

function joined(large: string, small: number, unit: string): string {
  return small === 0 ? large : `${large} ${small} ${unit}`;
}
