// In a file of its own, because a channel opens without it.
const UNITS = ["KiB", "MiB", "GiB", "TiB"];

/** Formats a number of bytes: "1 byte", "812 bytes", "1.4 KiB", "10 MiB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let value = bytes / 1024;
  let unit = 0;
  // 1023.6 would be shown as 1024.
  while (value >= 1023.5 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value)} ${UNITS[unit]}`;
}

/** Formats how many there are: "1 message", "1,204 messages". */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
