const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Formats a limit for a sentence: "5 GiB", "10 MiB", "64 KiB", "3 bytes". */
export function limitText(bytes: number): string {
  if (bytes >= GIB) return `${round(bytes / GIB)} GiB`;
  if (bytes >= MIB) return `${round(bytes / MIB)} MiB`;
  return bytes >= 1024 ? `${round(bytes / 1024)} KiB` : `${bytes} bytes`;
}

function round(value: number): number {
  return Math.floor(value * 100) / 100;
}
